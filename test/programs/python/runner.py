"""Runs programs with the real requests and httpx, whose transports record what is sent and answer like the service."""

import importlib
import json
import os
import re
import sys

EVENTS = []
JOB = "start"

HOSTS = re.compile(r"^https://cloud(?:-dev|-qa)?\.mongodb(?:gov)?\.com(?=/)")
DATED = re.compile(r"^application/vnd\.atlas\.\d{4}-\d\d-\d\d\+\w+$")
OWN = ("user-agent", "accept-encoding", "connection", "content-length", "host")

LEGACY = {
    "name": "c0",
    "mongoURI": "mongodb://h1,h2",
    "mongoURIWithOptions": "mongodb://h1,h2/?ssl=true",
    "srvAddress": "mongodb+srv://h",
    "providerBackupEnabled": True,
    "providerSettings": {"providerName": "AWS", "regionName": "US_EAST_1", "instanceSizeName": "M30"},
    "stateName": "IDLE",
}
VERSIONED = {
    "name": "c0",
    "connectionStrings": {"standard": "mongodb://h1,h2/?ssl=true", "standardSrv": "mongodb+srv://h"},
    "backupEnabled": True,
    "replicationSpecs": [
        {"regionConfigs": [{"providerName": "AWS", "regionName": "US_EAST_1",
                            "electableSpecs": {"instanceSize": "M30"}}]}
    ],
    "stateName": "IDLE",
}


def answer(method, url, headers):
    path = HOSTS.sub("", url)
    if path == url or not path.startswith("/api/atlas/v"):
        return 200, {"ok": True, "results": []}
    legacy = path.startswith("/api/atlas/v1.0")
    accept = [value for name, value in headers if name.lower() == "accept"]
    if not legacy and not (len(accept) == 1 and DATED.match(accept[0])):
        return 406, {"errorCode": "INVALID_VERSION_DATE"}
    cluster = LEGACY if legacy else VERSIONED
    below = re.sub(r"\?.*$", "", re.sub(r"^/api/atlas/v[\d.]+", "", path))
    links = [{"rel": "self", "href": url}]
    if "?" not in path:
        links.append({"rel": "next", "href": url + "?pageNum=2"})
    if below.endswith("/clusters") and method == "GET":
        return 200, {"results": [cluster], "links": links}
    if re.search(r"/clusters(/[^/]+)?$", below):
        return 200, cluster
    return 200, {"results": [{"id": "r0"}], "id": "r0", "links": links}


def send(method, url, headers, body):
    pairs = [[name, value if isinstance(value, str) else value.decode()] for name, value in headers]
    pairs = [[name, value] for name, value in pairs if name.lower() not in OWN]
    text = body.decode() if isinstance(body, bytes) else body
    EVENTS.append({"kind": "request", "job": JOB, "method": method.upper(), "url": str(url), "headers": pairs,
                   **({"body": text} if text else {})})
    return answer(method.upper(), str(url), pairs)


def gauge(name, value):
    EVENTS.append({"kind": "effect", "job": JOB, "channel": "metric", "value": json.dumps([name, value], default=str, separators=(",", ":"))})


def install():
    try:
        import requests
    except ImportError:
        requests = None
    if requests:
        def send_requests(self, request, **kwargs):
            status, value = send(request.method, request.url, request.headers.items(), request.body)
            response = requests.models.Response()
            response.status_code, response.url, response.request = status, request.url, request
            response._content = json.dumps(value).encode()
            response.headers["Content-Type"] = "application/json"
            return response

        requests.adapters.HTTPAdapter.send = send_requests
    try:
        import httpx
    except ImportError:
        return
    def send_httpx(self, request):
        headers = [(name.decode(), value.decode()) for name, value in request.headers.raw]
        status, value = send(request.method, str(request.url), headers, request.read())
        return httpx.Response(status, json=value, request=request)

    httpx.HTTPTransport.handle_request = send_httpx


def run(entry, flag):
    global JOB
    sys.path.insert(0, os.getcwd())
    try:
        loaded = importlib.import_module(entry)
    except Exception as error:
        EVENTS.append({"kind": "effect", "job": JOB, "channel": "error", "value": repr(error)})
        return
    for name in sorted(name for name in vars(loaded) if re.match(r"job\d+$", name)):
        JOB = name
        try:
            getattr(loaded, name)("G" + name[3:], flag)
        except Exception as error:
            EVENTS.append({"kind": "effect", "job": JOB, "channel": "error", "value": repr(error)})


def main(jobs):
    """Each program in a process of its own, forked: the packages are loaded once."""
    install()
    statsd = type(sys)("statsd")
    statsd.gauge = gauge
    sys.modules["statsd"] = statsd
    for job in jobs:
        child = os.fork()
        if child == 0:
            os.chdir(job["folder"])
            os.environ.update(job["env"])
            output, sys.stdout = open(job["recorded"], "w"), open(os.devnull, "w")
            run(job["entry"], job["flag"])
            json.dump(EVENTS, output)
            output.close()
            os._exit(0)
        os.waitpid(child, 0)


sys.dont_write_bytecode = True
for line in sys.stdin:
    main(json.loads(line))
    sys.stdout.write("done\n")
    sys.stdout.flush()
