"""A headless Chromium, driven by chromedriver's protocol, and a plain web server."""

import functools
import http.server
import json
import subprocess
import threading
import time
import urllib.error
import urllib.request

SOON = 20  # seconds


class Server:
    """A web server for a folder that knows nothing but files, as `python3 -m http.server`."""

    def __init__(self, folder, port=0):
        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_):
                pass

        handler = functools.partial(Handler, directory=folder)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
        self.server.daemon_threads = True
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://localhost:{self.port}/"

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Browser:
    """A browser; `with` ends it."""

    def __init__(self, width=1280, height=900):
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        for line in self.driver.stdout:
            if "successfully on port" in line:
                self.port = int(line.strip().rstrip(".").split()[-1])
                break
        threading.Thread(target=self.driver.stdout.read, daemon=True).start()
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        wanted = {
            "goog:loggingPrefs": {"browser": "ALL"},
            "goog:chromeOptions": {"args": [*arguments, f"--window-size={width},{height}"]},
        }
        self.session = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ask("DELETE", f"/session/{self.session}")
        self.driver.terminate()
        self.driver.wait()

    def ask(self, method, path, body=None):
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(f"http://localhost:{self.port}{path}", data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=3 * SOON) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from None

    def command(self, path, body=None, method="POST"):
        return self.ask(method, f"/session/{self.session}{path}", body)

    def script(self, text):
        return self.command("/execute/sync", {"script": text, "args": []})

    def wait(self, so, seconds=SOON):
        """Waits until an expression is true; its value."""
        end = time.monotonic() + seconds
        while True:
            value = self.script(f"return {so}")
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"not so after {seconds} s: {so}\n{self.complaints()}")
            time.sleep(0.02)

    def open(self, address):
        self.command("/url", {"url": address})
        self.live()

    def reload(self):
        self.command("/refresh")
        self.live()

    def live(self):
        self.wait("document.documentElement.dataset.live === 'true'")

    def click(self, selector):
        self.wait(f"document.querySelector('{selector}:not(:disabled)')?.click() ?? true")

    def choose(self, selector, value):
        self.script(
            f"const s = document.querySelector('{selector}'); s.value = '{value}';"
            "s.dispatchEvent(new Event('change', { bubbles: true }))"
        )

    def point(self, name, lines=15):
        """Clicks on a point of the board."""
        x, y = ord(name[0]) - ord("a") + 1.4, lines - int(name[1:]) + 0.9
        place = self.script(
            "const b = document.querySelector('#board'); b.scrollIntoView({ block: 'center' });"
            f"const m = b.getScreenCTM(); return [m.e + m.a * 40 * {x}, m.f + m.d * 40 * {y}]"
        )
        x, y = map(round, place)
        moves = [
            {"type": "pointerMove", "duration": 0, "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves}
        self.command("/actions", {"actions": [mouse]})

    def new_tab(self, address):
        """Opens another tab; its name and that of the present one."""
        before = self.command("/window", method="GET")
        other = self.command("/window/new", {"type": "tab"})["handle"]
        self.go_to(other)
        self.open(address)
        return before, other

    def go_to(self, tab):
        self.command("/window", {"handle": tab})

    def close_tab(self):
        self.command("/window", method="DELETE")

    def complaints(self):
        """What the console says of errors since this was asked last."""
        log = self.command("/se/log", {"type": "browser"})
        return [line["message"] for line in log if line["level"] in ("SEVERE", "WARNING")]
