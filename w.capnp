using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .tools)], sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "main")]);
const tools :Workerd.Worker = (modules = [(name = "worker", esModule = embed "worker.mjs")], compatibilityDate = "2026-06-01");
