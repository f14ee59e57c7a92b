"""Runs programs with clients that record what they would send, one JSON line a request, in place of those from outside."""

import asyncio
import http.client
import importlib
import inspect
import json
import os
import sys
import types
import urllib.request

OUT = None


class Anything:
    """What an answer or anything else from outside gives: whatever is asked of it."""

    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, *args, **kwargs):
        return Anything()

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Anything()

    def __getitem__(self, name):
        return Anything()

    def __iter__(self):
        return iter(())

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return False

    async def __aenter__(self):
        return self

    async def __aexit__(self, *args):
        return False

    def __await__(self):
        return iter(())

    def __bool__(self):
        return False

    def __str__(self):
        return "anything"

    def get(self, name, default=None):
        return Anything()

    def read(self):
        return "{}"

    def json(self, *args, **kwargs):
        return Answer()

    def raise_for_status(self):
        pass


class Awaited(Anything):
    def __await__(self):
        yield from ()
        return Anything()


class Answer(dict):
    """A document in which everything is there, once."""

    def __missing__(self, name):
        if name in ("results", "links"):
            return []
        return Answer()

    def get(self, name, default=None):
        return self[name]

    def __await__(self):
        yield from ()
        return self


def record(method, url, headers):
    """Names of headers are the same in any letter case; the later spelling counts."""
    sent = {}
    for name, value in headers.items():
        for known in [each for each in sent if each.lower() == name.lower()]:
            del sent[known]
        sent[name] = str(value)
    OUT.write(json.dumps({"method": method.upper(), "url": str(url), "headers": sent}) + "\n")
    return Awaited()


class Client(Anything):
    """A session of requests, or a client of httpx or aiohttp."""

    def __init__(self, base=None, **options):
        self.headers = dict(options.get("headers") or {})
        self.base = str(options.get("base_url") or base or "")

    def mount(self, *args):
        pass

    def request(self, method, url=None, *args, headers=None, **kwargs):
        url = str(kwargs.pop("url", url))
        if self.base and "://" not in url:
            url = self.base.rstrip("/") + "/" + url.lstrip("/")
        return record(method, url, {**self.headers, **(headers or {})})


def verb(name):
    return lambda self, *args, **kwargs: self.request(name, *args, **kwargs)


for name in ("get", "post", "put", "patch", "delete", "head", "options"):
    setattr(Client, name, verb(name))


def module(name, **members):
    made = types.ModuleType(name)
    made.__path__ = []
    made.__getattr__ = lambda member: type(member, (Anything, Exception), {})
    for key, value in members.items():
        setattr(made, key, value)
    sys.modules[name] = made
    return made


def functions():
    made = {name: (lambda name: lambda *a, **k: getattr(Client(), name)(*a, **k))(name)
            for name in ("get", "post", "put", "patch", "delete", "head", "options", "request")}
    return made


class Connection(Anything):
    def __init__(self, host, **kwargs):
        self.host = host

    def request(self, method, url, body=None, headers=None):
        return record(method, "https://" + self.host + url, headers or {})


class Request:
    def __init__(self, url, data=None, headers=None, method=None):
        self.url, self.headers, self.method = url, dict(headers or {}), method or ("POST" if data else "GET")

    def add_header(self, name, value):
        self.headers[name] = value


def urlopen(target, data=None, **kwargs):
    if isinstance(target, Request):
        return record(target.method, target.url, target.headers)
    return record("GET", target, {})


def install():
    for name in ("requests", "httpx", "aiohttp"):
        module(name, Session=Client, session=Client, Client=Client, AsyncClient=Client, ClientSession=Client,
               **functions())
    for name in ("requests.auth", "requests.adapters", "urllib3.util", "urllib3.util.retry", "responses"):
        module(name)
    module("urllib3", PoolManager=Client)
    http.client.HTTPSConnection = Connection
    urllib.request.Request = Request
    urllib.request.urlopen = urlopen


def visit(value, depth=0):
    """Calls what can be called, with a word for each argument that has no default."""
    try:
        given = [parameter for parameter in inspect.signature(value).parameters.values()
                 if parameter.default is parameter.empty
                 and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)]
        result = value(*["word" for _ in given])
        if inspect.iscoroutine(result):
            asyncio.run(result)
        elif inspect.isgenerator(result):
            list(result)
        return result
    except Exception as error:
        sys.stderr.write(f"{value}: {error!r}\n")


def run(paths):
    sys.path.insert(0, os.getcwd())
    for path in paths:
        name = path[:-3].replace("/", ".").replace(".__init__", "")
        try:
            loaded = importlib.import_module(name)
        except Exception as error:
            sys.stderr.write(f"{name}: {error!r}\n")
            continue
        for value in list(vars(loaded).values()):
            if getattr(value, "__module__", None) != name:
                continue
            if inspect.isclass(value):
                made = visit(value)
                for key, method in inspect.getmembers(made, inspect.ismethod):
                    if not key.startswith("_"):
                        visit(method)
            elif inspect.isfunction(value):
                visit(value)


def main(jobs):
    """Each program in a process of its own: starting one anew would take longer than all of them."""
    global OUT
    install()
    for job in jobs:
        child = os.fork()
        if child == 0:
            os.chdir(job["folder"])
            sys.stdout = sys.stderr = open(os.devnull, "w")
            with open(job["recorded"], "w") as OUT:
                run(job["files"])
            os._exit(0)
        os.waitpid(child, 0)


main(json.load(sys.stdin))
