//! What the server answers, and whom. Every browser on this machine may show the
//! page; acts need the token of the printed address.
//!
//! * The host must be exactly this machine, and the page's origin too. So no other
//!   site can reach the board, however its name is resolved.
//! * The token stands in the address behind `#`, which no browser sends. The
//!   page sends it in a header, so that no cookie is needed.
//! * The routes are fixed, and no path of a request names a file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, FromRequest, Json, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::de::DeserializeOwned;
use serde_json::json;
use tokio::sync::{Notify, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::assets::ASSETS;
use super::events;
use super::host::Host;
use super::library;
use super::net::PATIENCE;
use crate::page::{
    Asked, Deed, Learned, MOST_FILE, Message, Session, Wish, choices, content, read,
};

/// The largest body of a request without a file.
const MOST_BODY: usize = 64 << 10;
/// Where files go that are studied: their bytes as they are.
const FILES: &str = "/api/study";
/// The header with the token.
const TOKEN: &str = "x-tengen-token";
/// The headers with the revision that a person has seen who opens a file, and with
/// the number of the game in it, from 1.
const REVISION: &str = "x-tengen-rev";
const GAME: &str = "x-tengen-game";
/// The headers of every answer.
const ALWAYS: [(HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (header::X_FRAME_OPTIONS, "DENY"),
];

/// The state of the server.
#[derive(Clone)]
pub(super) struct Site {
    pub host: Arc<Host>,
    /// 128 random bits, as hexadecimal digits.
    pub token: Arc<str>,
    pub port: u16,
    /// One try at a task is checked at a time.
    judge: Arc<Semaphore>,
    /// The library of positions, if there is one.
    library: Option<Arc<Path>>,
    /// Notified when the program is to end.
    pub ended: Arc<Notify>,
}

impl Site {
    pub fn new(host: Arc<Host>, token: Arc<str>, port: u16, library: Option<PathBuf>) -> Site {
        Site {
            library: library.map(Arc::from),
            host,
            token,
            port,
            judge: Arc::new(Semaphore::new(1)),
            ended: Arc::new(Notify::new()),
        }
    }
}

pub(super) fn router(site: Site) -> Router {
    let behind_token = from_fn_with_state(site.clone(), with_token);
    let mut router = Router::new()
        .route("/api/do", post(act))
        .route("/api/events", get(listen))
        .route("/api/choices", get(async || Json(choices())))
        .route("/api/learn", get(learn))
        .route("/api/try", post(judge))
        .route("/api/learner", post(learner))
        .route("/api/library", get(known))
        .route("/api/end", post(end))
        .route("/api/games", get(games).post(game))
        .route(FILES, post(study).layer(DefaultBodyLimit::max(MOST_FILE)))
        .route_layer(behind_token);
    for asset in ASSETS {
        let page = async || ([(header::CONTENT_TYPE, asset.kind)], asset.text);
        router = router.route(asset.path, get(page));
    }
    router
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(from_fn_with_state(site.clone(), at_home))
        .with_state(site)
}

/// Passes on only requests to this server by its own page.
async fn at_home(State(site): State<Site>, request: Request, next: Next) -> Response {
    let hosts = [
        format!("127.0.0.1:{}", site.port),
        format!("localhost:{}", site.port),
    ];
    let named = the_only(request.headers(), &header::HOST);
    let is_host = named.is_some_and(|name| hosts.iter().any(|host| host == name));
    // A target with a host must have the same one.
    let has_other = request
        .uri()
        .authority()
        .is_some_and(|uri| Some(uri.as_str()) != named);
    let mut response = if !is_host || has_other {
        StatusCode::MISDIRECTED_REQUEST.into_response()
    } else if !is_own_origin(request.headers(), &hosts) {
        StatusCode::FORBIDDEN.into_response()
    } else if is_too_long(&request) {
        StatusCode::PAYLOAD_TOO_LARGE.into_response()
    } else {
        next.run(request).await
    };
    for (name, value) in ALWAYS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The value of a header that is there once.
fn the_only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Whether the request comes from the own page.
fn is_own_origin(headers: &HeaderMap, hosts: &[String]) -> bool {
    if !headers.contains_key(header::ORIGIN) {
        return true;
    }
    let origin = the_only(headers, &header::ORIGIN);
    origin.is_some_and(|origin| {
        hosts
            .iter()
            .any(|host| origin.strip_prefix("http://") == Some(host))
    })
}

/// Whether the header announces too large a body.
fn is_too_long(request: &Request) -> bool {
    let most = match request.uri().path() {
        FILES => MOST_FILE,
        _ => MOST_BODY,
    };
    let length = the_only(request.headers(), &header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.parse::<usize>().ok());
    length.is_some_and(|length| length > most)
}

/// Passes on requests with the token.
async fn with_token(State(site): State<Site>, request: Request, next: Next) -> Response {
    let token = the_only(request.headers(), &HeaderName::from_static(TOKEN));
    match token.is_some_and(|token| is_same(token, &site.token)) {
        true => next.run(request).await,
        false => StatusCode::FORBIDDEN.into_response(),
    }
}

/// Whether two texts are the same, in a time that does not depend on where they
/// differ.
fn is_same(one: &str, other: &str) -> bool {
    let pairs = one.bytes().zip(other.bytes());
    let difference = pairs.fold(0, |found, (a, b)| found | (a ^ b));
    one.len() == other.len() && difference == 0
}

async fn act(State(site): State<Site>, request: Request) -> Response {
    let Deed { rev, act } = match sent(request, &site).await {
        Ok(deed) => deed,
        Err(refusal) => return refusal,
    };
    let (answer, present) = site.host.with(|desk| (desk.act(rev, act), desk.pulse().0));
    match answer {
        Ok(answer) => Json(answer).into_response(),
        Err(message) => declined(message, present),
    }
}

/// What the desk does not do is no failed request: browsers log those as errors.
fn declined(message: Message, revision: u64) -> Response {
    refused(StatusCode::OK, message, revision)
}

fn refused(status: StatusCode, message: Message, revision: u64) -> Response {
    let body = json!({ "rev": revision, "error": message });
    (status, Json(body)).into_response()
}

/// The lessons, terms and puzzles.
async fn learn() -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (kind, Body::from(content().to_string())).into_response()
}

/// The number in a header, or this if there is none.
fn number(headers: &HeaderMap, name: &'static str, usual: u64) -> u64 {
    let value = the_only(headers, &HeaderName::from_static(name));
    value.and_then(|value| value.parse().ok()).unwrap_or(usual)
}

/// Opens a file to study it. It is read before the desk is asked for.
async fn study(State(site): State<Site>, request: Request) -> Response {
    let headers = request.headers();
    let (revision, game) = (number(headers, REVISION, 0), number(headers, GAME, 1));
    let game = usize::try_from(game).unwrap_or(usize::MAX);
    let bytes = match timeout(PATIENCE, Bytes::from_request(request, &site)).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(error)) => return refused(error.status(), Message::new("too_large"), 0),
        Err(_) => return StatusCode::REQUEST_TIMEOUT.into_response(),
    };
    let Ok(turn) = Arc::clone(&site.judge).acquire_owned().await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let loaded = spawn_blocking(move || {
        let _turn = turn;
        read(&bytes, game)
    });
    let opened = match loaded.await {
        Ok(loaded) => loaded.and_then(|loaded| {
            let host = &site.host;
            host.with(|desk| desk.open_study(revision, loaded))
        }),
        Err(_) => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    };
    let present = site.host.with(|desk| desk.pulse().0);
    match opened {
        Ok(()) => Json(json!({ "rev": present })).into_response(),
        Err(message) => declined(message, present),
    }
}

/// The JSON of a request, or the refusal.
async fn sent<T: DeserializeOwned>(request: Request, site: &Site) -> Result<T, Response> {
    match timeout(PATIENCE, Json::<T>::from_request(request, site)).await {
        Ok(Ok(Json(sent))) => Ok(sent),
        Ok(Err(error)) => Err(refused(error.status(), Message::new("unknown_act"), 0)),
        Err(_) => Err(StatusCode::REQUEST_TIMEOUT.into_response()),
    }
}

/// The games and studies that are kept.
async fn games(State(site): State<Site>) -> Response {
    Json(site.host.with_session(Session::games)).into_response()
}

/// Does something with one of them.
async fn game(State(site): State<Site>, request: Request) -> Response {
    let wish: Wish = match sent(request, &site).await {
        Ok(wish) => wish,
        Err(refusal) => return refusal,
    };
    let answer = site.host.with_session(|session| session.fulfil(&wish));
    match answer {
        Ok(answer) => Json(answer).into_response(),
        Err(message) => declined(message, 0),
    }
}

/// What the library says of the study's position.
async fn known(State(site): State<Site>) -> Response {
    let Some(file) = site.library.clone() else {
        return Json(json!({ "library": false })).into_response();
    };
    let Some(position) = site.host.with(|desk| library::position(desk)) else {
        return Json(json!({ "library": true })).into_response();
    };
    let Ok(turn) = Arc::clone(&site.judge).acquire_owned().await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let looked = spawn_blocking(move || {
        let _turn = turn;
        library::answer(&file, &position)
    });
    match looked.await {
        Ok(answer) => Json(answer).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Ends the program.
async fn end(State(site): State<Site>) -> Response {
    site.ended.notify_one();
    Json(json!({})).into_response()
}

/// Checks a try at a task.
async fn judge(State(site): State<Site>, request: Request) -> Response {
    let asked: Asked = match sent(request, &site).await {
        Ok(asked) => asked,
        Err(refusal) => return refusal,
    };
    let Ok(turn) = Arc::clone(&site.judge).acquire_owned().await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let judged = spawn_blocking(move || {
        let _turn = turn;
        asked.answer()
    });
    match judged.await {
        Ok(Ok(answer)) => Json(answer).into_response(),
        Ok(Err(message)) => declined(message, 0),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// How far the learner is with the puzzles, after an attempt if one is named.
async fn learner(State(site): State<Site>, request: Request) -> Response {
    let asked: Learned = match sent(request, &site).await {
        Ok(asked) => asked,
        Err(refusal) => return refusal,
    };
    match site.host.with(|desk| desk.learned(&asked)) {
        Ok(answer) => Json(answer).into_response(),
        Err(message) => declined(message, 0),
    }
}

/// Streams the view after every change, as lines of JSON.
async fn listen(State(site): State<Site>, method: Method) -> Response {
    if method == Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    match events::open(site.host) {
        Some(lines) => {
            let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
            (kind, Body::from_stream(lines)).into_response()
        }
        None => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}
