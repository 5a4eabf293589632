// The files that the browser keeps: texts by name, in its database.

const STORE = "files";

const done = (request) => new Promise((ok, fail) => {
  request.onsuccess = () => ok(request.result);
  request.onerror = () => fail(request.error);
});

export class Files {
  #database = null;
  #found = [];
  #changed = new Map(); // what is to be written; null deletes
  #isBroken = false;
  #tell;

  // `tell` is told when writing fails, and when it works again.
  constructor(tell) {
    this.#tell = tell;
  }

  // Opens the database and reads everything.
  async open(name) {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "name" });
    this.#database = await done(request);
    this.#found = await done(this.#database.transaction(STORE).objectStore(STORE).getAll());
  }

  // What was there: name, text and the second of the last change of each file.
  all() {
    return this.#found.map(({ name, text, changed }) => [name, text, changed]);
  }

  write = (name, text) => this.#changed.set(name, text);

  remove = (name) => this.#changed.set(name, null);

  // Writes what has changed, all of it or nothing.
  flush() {
    if (!this.#database || this.#changed.size === 0) return;
    const changes = this.#changed;
    this.#changed = new Map();
    const transaction = this.#database.transaction(STORE, "readwrite");
    const store = transaction.objectStore(STORE);
    const changed = Math.floor(Date.now() / 1000);
    changes.forEach((text, name) => {
      if (text === null) store.delete(name);
      else store.put({ name, text, changed });
    });
    transaction.oncomplete = () => this.#say(false);
    transaction.onabort = () => {
      // With the next change it is tried again.
      this.#changed = new Map([...changes, ...this.#changed]);
      console.error("files:", transaction.error?.message);
      this.#say(true);
    };
    transaction.commit?.();
  }

  #say(isBroken) {
    if (isBroken !== this.#isBroken) this.#tell(isBroken);
    this.#isBroken = isBroken;
  }
}
