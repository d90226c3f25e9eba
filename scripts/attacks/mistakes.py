"""What the attack has to find: mistakes in a document, and a server at fault."""

import http.server
import json
import threading
from contextlib import contextmanager

from attacks.sample_event import API


class Broken(http.server.BaseHTTPRequestHandler):
    """A server at fault, as its document says that one may be."""

    def do_GET(self):
        problem = {"type": "urn:outflank:problem:internal", "code": "internal", "title": "t", "detail": "d"}
        body = json.dumps(problem | {"status": 500, "rule": None, "field": None, "parameters": {}}).encode()
        self.send_response(500)
        self.send_header("Content-Type", "application/problem+json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@contextmanager
def broken_server():
    listener = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Broken)
    serving = threading.Thread(target=listener.serve_forever)
    serving.start()
    try:
        yield f"http://127.0.0.1:{listener.server_port}"
    finally:
        listener.shutdown()
        serving.join()
        listener.server_close()


def ok(operation: dict) -> dict:
    return operation["responses"]["200"]


def lacks_property(operation: dict, document: dict) -> None:
    document["components"]["schemas"]["ServerTime"]["required"].append("nobody_has_it")


def lacks_status(operation: dict, document: dict) -> None:
    del operation["responses"]["200"]


def lacks_type(operation: dict, document: dict) -> None:
    ok(operation)["content"] = {"text/plain": {"schema": {"type": "string"}}}


def lacks_header(operation: dict, document: dict) -> None:
    ok(operation)["headers"] = {"X-Nobody-Has-It": {"required": True, "schema": {"type": "string"}}}


def refuses_what_is_taken(operation: dict, document: dict) -> None:
    operation["parameters"][0]["schema"]["maxLength"] = 1


def has_another_verb(operation: dict, document: dict) -> None:
    item = document["paths"][f"{API}/season"]
    item["post"] = item.pop("get")


def asks_for_sign_in(operation: dict, document: dict) -> None:
    operation["security"] = [{"bearer": []}]


# A mistake in the document, the operation that has it, and what Schemathesis has to say of it, by its code.
MISTAKES = [
    ("get_time", lacks_property, "ST108"),
    ("list_rule_sets", lacks_status, "ST103"),
    ("list_tournaments", lacks_type, "ST105"),
    ("get_tournament", lacks_header, "ST107"),
    ("list_exports", refuses_what_is_taken, "ST201"),
    ("get_season", has_another_verb, "ST204"),
    ("get_tournament", asks_for_sign_in, "ST401"),
]
FAULT = ("get_time", "ST101")
