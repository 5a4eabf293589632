//! The interface: the worker writes a call and its body into memory that it has reserved,
//! and reads the answer.

use std::cell::RefCell;

use crate::place::Place;

thread_local! {
    static CALL: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
    static PLACE: RefCell<Place> = RefCell::default();
}

/// Where to write so many bytes of a call.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    CALL.with_borrow_mut(|call| {
        *call = vec![0; length];
        call.as_mut_ptr()
    })
}

/// Does what was written: a head of so many bytes, and a body. Returns where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn call(head: usize) -> *const u8 {
    let call = CALL.take();
    let (head, body) = call.split_at(head.min(call.len()));
    let answer = PLACE.with_borrow_mut(|place| place.answer(head, body));
    ANSWER.with_borrow_mut(|last| {
        *last = answer;
        last.as_ptr()
    })
}

/// The length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(String::len)
}
