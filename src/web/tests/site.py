#!/usr/bin/env python3
"""Checks a built site in Chromium, served by a plain web server:

    src/web/tests/site.py target/site

A game is won and one lost against the engine, a study has live lines, by several threads
too, everything goes on offline, two tabs show the same, a link opens in a fresh browser, and nothing complains.
"""

import pathlib
import shutil
import sys
import tempfile
import time

from browser import Browser, Server

# What the pages are shown, from now on; acts can be sent there too.
LISTEN = """
window.heard = new BroadcastChannel("tengen " + new URL(".", location).href);
window.heard.onmessage = ({ data }) => { if (data.view) window.view = data.view; };
window.heard.postMessage({ to: "desk", from: "test", came: true });
"""
SPOTS = "document.querySelectorAll('#board [data-at]').length"


class Site(Browser):
    """A browser with the page, and the views that it is shown."""

    def listen(self):
        self.script(LISTEN)
        self.wait("window.view")

    def play(self, **settings):
        """Begins a game by the dialogue."""
        rev = self.script("return view.rev")
        self.click("#open-new")
        self.wait("document.querySelector('#dialog-new [name=level]')")
        for name, value in settings.items():
            self.choose(f"#dialog-new [name={name}]", value)
        self.click("#start-game")
        self.wait(f"view.rev > {rev} && !document.getElementById('dialog-new').open")

    def turn(self):
        """Waits until a person is to move; nothing if the game is over."""
        self.wait("view.end || view.turn?.person")
        return not self.script("return Boolean(view.end)")

    def hint(self):
        """The move that the engine advises."""
        self.click("#hint")
        return self.wait("view.advice?.line?.[0]")

    def place(self, name):
        rev = self.script("return view.rev")
        self.point(name)
        self.wait(f"view.rev > {rev}")


def shown(text):
    print(text, flush=True)


def first_visit(site, address):
    start = time.monotonic()
    site.open(address)
    live = time.monotonic() - start
    site.click("#door-play")
    site.wait("document.documentElement.dataset.room === 'game'")
    site.point("h8")
    site.wait("document.querySelector('[data-at=\"h8\"]')")
    stone = time.monotonic() - start
    site.wait(f"{SPOTS} === 2")
    reply = time.monotonic() - start
    paint = site.script("return performance.getEntriesByName('first-contentful-paint')[0].startTime")
    shown(f"first paint {paint / 1000:.2f} s, view {live:.2f} s, stone {stone:.2f} s, reply {reply:.2f} s")


def a_game_is_won(site):
    site.play(level="beginner", rule="freestyle", first="me")
    while site.turn():
        site.place(site.hint())
    assert site.script("return view.end.who") == "a", site.script("return view.end")
    shown(f"won in {site.script('return view.moves')} moves")


def a_game_is_lost(site):
    site.play(level="master", rule="renju", first="engine", time="0.2s")
    corners = iter(f"{column}{row}" for row in (1, 15) for column in "acegikmo")
    while site.turn():
        site.place(next(at for at in corners if at in site.script("return view.turn.legal")))
    assert site.script("return view.end.who") == "b", site.script("return view.end")
    shown(f"lost in {site.script('return view.moves')} moves")


def a_study_has_live_lines(site):
    site.click("#open-study")
    site.wait("view.room === 'study'")
    site.place("h8")
    site.click("#study-analyse")
    deep = "view.study.thinking.lines[0]?.depth >= 4 && document.querySelector('#engine-lines').textContent"
    site.wait(deep)
    site.place("i9")
    site.wait("view.study.thinking.lines.length === 0 || view.study.moves === 2")
    site.wait(deep)
    site.click("#study-analyse")
    site.wait("!view.study.thinking.on")
    shown("a study has live lines")


def several_threads_search(site):
    """On a page that shares memory: after the first visit."""
    site.reload()
    site.listen()
    assert site.script("return crossOriginIsolated"), "no shared memory"
    rates = []
    site.choose("#effort-seconds", 3)
    for threads, at in ((1, "k9"), (2, "j8")):
        site.place(at)
        site.choose("#effort-threads", threads)
        site.click("#study-analyse")
        site.wait("view.study.thinking.done")
        rates.append(site.script("return view.study.thinking.lines[0].nodes") // 3000)
        site.click("#study-analyse")
    shown(f"thousand nodes a second by one thread and two: {rates[0]}, {rates[1]}")
    assert rates[1] > rates[0]
    # It stops when it is told to, and plays on.
    site.choose("#effort-seconds", 0)
    site.click("#study-analyse")
    site.wait("view.study.thinking.lines[0]?.depth >= 4")
    site.click("#study-analyse")
    site.wait("!view.study.thinking.on")
    # A game is played by one of them.
    site.play(level="master", rule="freestyle", first="engine", time="0.5s")
    assert site.turn()


def one_thread_searches_where_several_cannot(folder):
    with tempfile.TemporaryDirectory() as other, Site() as site:
        shutil.copytree(folder, other, dirs_exist_ok=True)
        pathlib.Path(other, "threads.wasm.packed").unlink()
        server = Server(other)
        site.open(server.address)
        site.wait("navigator.serviceWorker.controller")
        site.reload()
        site.listen()
        site.click("#open-study")
        site.wait("view.study?.thinking.most.threads >= 2")
        site.choose("#effort-threads", 2)
        site.click("#study-analyse")
        site.wait("view.study.thinking.lines[0]?.depth >= 4")
        assert any("threads.wasm.packed: 404" in text for text in site.complaints())
        server.stop()
    shown("where several threads cannot search, one does")


def two_tabs_show_the_same(site, address):
    """The first one goes; the second one has it all, and goes on."""
    before, other = site.new_tab(address)
    site.listen()
    site.place("j10")
    site.go_to(before)
    site.wait("view.study.moves === 3")
    rev = site.script("return view.rev")
    site.close_tab()
    site.go_to(other)
    # The desk of the second one counts anew.
    site.wait(f"view.rev < {rev} && view.study?.moves === 3")
    site.place("g7")
    site.wait("view.study.moves === 4")
    shown("two tabs show the same, and one goes on alone")


def everything_works_offline(site, server):
    networks = "(async () => { for (const name of await caches.keys()) { const all = await (await caches.open(name)).keys(); window.cached = all.filter((one) => one.url.endsWith('.net')).length; } })()"
    site.wait(f"({networks}, window.cached === 5)", 60)
    server.stop()
    site.reload()
    site.listen()
    site.wait("view.study?.moves === 4")
    assert site.script("return crossOriginIsolated"), "no shared memory"
    site.play(level="master", rule="caro", first="engine", time="0.5s")
    assert site.turn()
    site.place("a1")
    assert site.turn()
    site.click("#open-start")
    site.click("#door-puzzles")
    site.wait("document.querySelector('#rating')")
    shown("everything works offline")


def a_link_opens_elsewhere(site, server):
    site.click("#open-learn")
    site.click("#open-study")
    site.wait("view.room === 'study' && view.study.moves === 4")
    site.click("#open-files")
    link = site.wait("document.getElementById('link')?.value.includes('#s=') && document.getElementById('link').value")
    with Site() as other:
        other.open(link)
        other.listen()
        other.wait("view.study?.moves > 0 || view.study?.items.length >= 4")
        assert other.complaints() == [], other.complaints()
    shown("a link opens in a fresh browser")


def main(folder):
    server = Server(folder)
    address = server.address
    with Site() as site:
        try:
            first_visit(site, address)
            site.listen()
            a_game_is_won(site)
            a_game_is_lost(site)
            a_study_has_live_lines(site)
            two_tabs_show_the_same(site, address)
            everything_works_offline(site, server)
            server = Server(folder, server.port)
            a_link_opens_elsewhere(site, server)
            several_threads_search(site)
        finally:
            found = site.complaints()
            print(*found, sep="\n")
        assert found == []
    one_thread_searches_where_several_cannot(folder)


main(sys.argv[1])
