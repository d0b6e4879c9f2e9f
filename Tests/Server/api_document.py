"""The document of the API as the server serves it, and what it says of single answers."""

import collections
import json
import re

import jsonschema_rs
import yaml

from api_client import Client


class APIDocument:
    def __init__(self, server):
        self.tree = yaml.safe_load(Client(server).call("GET", "/openapi.yaml").raw)
        self.operations = {}
        self.seen = collections.defaultdict(collections.Counter)
        for path, methods in self.tree["paths"].items():
            pattern = re.compile(re.sub(r"\{\w+\}", "[^/?]+", re.escape(path).replace("\\", "")))
            for method, operation in methods.items():
                if method != "parameters":
                    self.operations[operation["operationId"]] = (
                        method.upper(), pattern, operation
                    )

    def check(self, method, path, data, headers, answer):
        """Listens to a client: an answer that the document does not know is an error."""
        for name, (own, pattern, operation) in self.operations.items():
            if own == method and pattern.fullmatch(path.split("?")[0]):
                break
        else:
            return
        self.seen[name][answer.status] += 1
        responses = operation["responses"]
        assert str(answer.status) in responses, f"{name}: {answer.status} is not documented"
        response = self._resolved(responses[str(answer.status)])
        [(media_type, content)] = response["content"].items()
        sent = answer.headers["Content-Type"].split(";")[0]
        assert sent == media_type, f"{name}: {sent} in place of {media_type}"
        for field, header in response.get("headers", {}).items():
            if self._resolved(header).get("required"):
                assert answer.headers[field], f"{name}: {answer.status} without {field}"
        if "json" in media_type:
            schema = content["schema"] | {"components": self.tree["components"]}
            try:
                jsonschema_rs.Draft202012Validator(schema, validate_formats=True).validate(
                    json.loads(answer.raw)
                )
            except jsonschema_rs.ValidationError as error:
                raise AssertionError(f"{name}: {answer.status} {answer.raw}: {error}") from None

    def _resolved(self, node):
        while "$ref" in node:
            place = self.tree
            for step in node["$ref"].split("/")[1:]:
                place = place[step]
            node = place
        return node
