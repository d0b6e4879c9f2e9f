"""django-allauth on a PostgreSQL database, for `portico-bench server` to be compared with.

Its headless API for apps behind gunicorn, as the documentation of both has it for production: database
sessions, persistent connections, no debugging. It migrates a schema of its own (`allauth`), makes up
users, signs each of them in over its own API, writes their session tokens to a file, one a line, and
prints `listening on http://HOST:PORT`.

The bench starts it, given the Python of an environment that has what `requirements.txt` names:

    python3 -m venv /tmp/peer-venv
    /tmp/peer-venv/bin/pip install -r Benchmarks/Peers/requirements.txt
    .build/release/portico-bench server --allauth /tmp/peer-venv/bin/python postgresql-profile

By hand, on any database:

    /tmp/peer-venv/bin/python Benchmarks/Peers/allauth_peer.py \\
        --database postgresql://USER@HOST/DATABASE --tokens /tmp/tokens
    curl -H "X-Session-Token: $(head -1 /tmp/tokens)" \\
        http://127.0.0.1:PORT/_allauth/app/v1/auth/session
"""

import argparse
import secrets

import django
import psycopg
from django.conf import settings
from gunicorn.app.base import BaseApplication
from psycopg.conninfo import conninfo_to_dict

SCHEMA = "allauth"
PASSWORD = "Kupferdraht-und-7-Laternen"
LOGIN = "/_allauth/app/v1/auth/login"

# What Django and allauth resolve: this module is the site's URL configuration too.
urlpatterns = []


def configure(address):
    words = conninfo_to_dict(address)
    settings.configure(
        SECRET_KEY=secrets.token_hex(32),
        DEBUG=False,
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF=__name__,
        USE_TZ=True,
        LOGGING_CONFIG=None,
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.postgresql",
                "NAME": words.pop("dbname"),
                "OPTIONS": {**words, "options": f"-c search_path={SCHEMA}"},
                "CONN_MAX_AGE": None,
            }
        },
        INSTALLED_APPS=[
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.messages",
            "django.contrib.sessions",
            "allauth",
            "allauth.account",
            "allauth.headless",
        ],
        MIDDLEWARE=[
            "django.middleware.security.SecurityMiddleware",
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
            "allauth.account.middleware.AccountMiddleware",
        ],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": [
                        "django.template.context_processors.request",
                        "django.contrib.auth.context_processors.auth",
                        "django.contrib.messages.context_processors.messages",
                    ]
                },
            }
        ],
        AUTHENTICATION_BACKENDS=["allauth.account.auth_backends.AuthenticationBackend"],
        ACCOUNT_LOGIN_METHODS={"email"},
        ACCOUNT_SIGNUP_FIELDS=["email*", "password1*"],
        ACCOUNT_EMAIL_VERIFICATION="none",
        ACCOUNT_RATE_LIMITS=False,
        HEADLESS_ONLY=True,
        HEADLESS_CLIENTS=("app",),
    )
    django.setup()
    from django.urls import include, path

    urlpatterns.append(path("_allauth/", include("allauth.headless.urls")))


def settle(address, count, readers):
    """Makes the users, all with one password.

    Returns the session tokens of the first ones.
    """
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
    from allauth.account.models import EmailAddress
    from django.contrib.auth.hashers import make_password
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connections
    from django.test import Client

    call_command("migrate", verbosity=0)
    if not User.objects.exists():
        password = make_password(PASSWORD)
        names = [f"person{place}" for place in range(count)]
        users = User.objects.bulk_create(
            User(username=name, email=f"{name}@bench.example", password=password, first_name=name)
            for name in names
        )
        EmailAddress.objects.bulk_create(
            EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users
        )
    tokens = []
    for place in range(readers):
        answer = Client().post(
            LOGIN,
            {"email": f"person{place}@bench.example", "password": PASSWORD},
            content_type="application/json",
        )
        tokens.append(answer.json()["meta"]["session_token"])
    connections.close_all()
    return tokens


class Peer(BaseApplication):
    """Threads, since only they keep a client's connection open: as many as there are readers."""

    def __init__(self, port, workers, readers):
        self.settings = {
            "bind": f"127.0.0.1:{port}",
            "workers": workers,
            "worker_class": "gthread",
            "threads": max(1, readers // workers),
            "keepalive": 75,
            "graceful_timeout": 1,
            "loglevel": "warning",
            "proc_name": "allauth-peer",
            "control_socket_disable": True,
            "when_ready": self.say,
        }
        super().__init__()

    @staticmethod
    def say(arbiter):
        host, port = arbiter.LISTENERS[0].sock.getsockname()
        print(f"listening on http://{host}:{port}", flush=True)

    def load_config(self):
        for name, value in self.settings.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self):
        from django.core.wsgi import get_wsgi_application

        return get_wsgi_application()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--database", required=True, help="a connection string of libpq")
    parser.add_argument("--tokens", required=True, help="the file for the session tokens")
    parser.add_argument("--port", type=int, default=0, help="by default one that is free")
    parser.add_argument("--readers", type=int, default=16, help="how many users are signed in")
    parser.add_argument("--count", type=int, default=4_000, help="how many users there are")
    parser.add_argument("--workers", type=int, default=2, help="gunicorn's processes")
    options = parser.parse_args()
    configure(options.database)
    tokens = settle(options.database, options.count, options.readers)
    with open(options.tokens, "w", encoding="ascii") as file:
        file.write("".join(token + "\n" for token in tokens))
    Peer(options.port, options.workers, options.readers).run()


if __name__ == "__main__":
    main()
