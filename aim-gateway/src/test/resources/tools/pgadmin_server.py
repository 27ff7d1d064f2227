"""Makes pgAdmin's server in this process: its desktop mode, with settings of its own in a folder."""
import builtins
import os
import sys
import tempfile
import warnings

warnings.simplefilter("ignore")
HOME = [path for path in sys.path if path.endswith("site-packages")][0] + "/pgadmin4"
sys.path.insert(0, HOME)
os.chdir(HOME)
builtins.SERVER_MODE = False
import config

folder = tempfile.mkdtemp()
for name, file in {"DATA_DIR": "", "SQLITE_PATH": "db", "SESSION_DB_PATH": "sessions", "STORAGE_DIR": "storage", "LOG_FILE": "log", "AZURE_CREDENTIAL_CACHE_DIR": "none"}.items():
    setattr(config, name, os.path.join(folder, file))
config.SERVER_MODE = config.MASTER_PASSWORD_REQUIRED = config.USE_OS_SECRET_STORAGE = config.UPGRADE_CHECK_ENABLED = False
config.CONSOLE_LOG_LEVEL = 60
from pgadmin import create_app, socketio

app = create_app()
app.PGADMIN_INT_KEY = ""
app.PGADMIN_RUNTIME = True
app.config.update({"SESSION_COOKIE_DOMAIN": None, "WTF_CSRF_ENABLED": False})
app.run_before_app_start()
