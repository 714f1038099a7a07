import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { makeLauncher, type Launcher } from "./embedded-pg-launch.ts";
import { freePort, isAlive, oneAtATime, processesIn, signIn, worksIn } from "./embedded-pg-process.ts";

export interface PostgresOptions {
  /** For tests only: nothing is forced to disk, so a crash of the machine loses the cluster. */
  readonly unsafeFast?: boolean;
  /** Told when the server ended by itself and was started again, or could not be. */
  readonly onEvent?: (message: string, error?: Error) => void;
}

export interface RunningPostgres {
  /** As its superuser: for whoever prepares databases and roles, never for the running product. */
  readonly installerUrl: string;
  /** True when the server was already running, started by another process or by one that was killed. */
  readonly joined: boolean;
  /** Stops the server unless another process still uses it. */
  stop(): Promise<void>;
}

interface Home {
  readonly path: string;
  readonly cluster: string;
  readonly log: string;
}

interface Live {
  readonly pid: number;
  readonly port: number;
  readonly status: string;
}

const database = "base_srm";
const superuser = "postgres";
const startPatience = 60_000;
const stopPatience = 30_000;
const leftoverPatience = 5_000;
const tick = 20;

const readText = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8").trim() : "");

const urlOf = (home: Home, port: number, name: string): string =>
  `postgres://${superuser}:${readText(join(home.path, "password"))}@127.0.0.1:${port}/${name}`;

function homeIn(dataDir: string): Home {
  const path = realpathSync(dataDir);
  return { path, cluster: join(path, "cluster"), log: join(path, "server.log") };
}

async function until(patience: number, done: () => boolean): Promise<boolean> {
  for (let waited = 0; waited < patience; waited += tick) {
    if (done()) return true;
    await pause(tick);
  }
  return done();
}

/** What postmaster.pid says, if the process it names really is the server of this cluster. */
function live(home: Home): Live | null {
  const lines = readText(join(home.cluster, "postmaster.pid")).split("\n");
  const pid = Number(lines[0]);
  if (!pid || !worksIn(pid, home.cluster)) return null;
  return { pid, port: Number(lines[3]), status: (lines[7] ?? "").trim() };
}

/** Builds the cluster aside and moves it in place when whole: a start broken off half-way leaves nothing to repair. */
function createCluster(home: Home, launcher: Launcher, unsafeFast: boolean): void {
  const half = `${home.cluster}.half`;
  const password = join(home.path, "password");
  rmSync(half, { recursive: true, force: true });
  writeFileSync(password, randomBytes(24).toString("base64url"), { mode: 0o600 });
  launcher.handOver(password);
  mkdirSync(half, { mode: 0o700 });
  launcher.handOver(half);
  launcher.run("initdb", [
    ...["-D", half, "-U", superuser, "-A", "scram-sha-256", `--pwfile=${password}`],
    ...["-E", "UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=und"],
    ...(unsafeFast ? ["--no-sync"] : []),
  ]);
  renameSync(half, home.cluster);
}

function mustFit(home: Home, launcher: Launcher): void {
  const made = readText(join(home.cluster, "PG_VERSION"));
  const ours = launcher.version.split(".")[0];
  if (made !== ours)
    throw new Error(`the data in ${home.cluster} was made by PostgreSQL ${made}, this is ${ours}: export it there and import it here`);
}

function serverArguments(home: Home, port: number, unsafeFast: boolean): string[] {
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    timezone: "UTC",
    // Refused statements are the application's to report; their texts and values do not belong into this file.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_checkpoints: "off",
    ...(unsafeFast && { fsync: "off", full_page_writes: "off", synchronous_commit: "off", autovacuum: "off", max_connections: "200" }),
    // Helpers take longer to begin than anything a test asks takes to answer.
    ...(unsafeFast && { max_parallel_workers_per_gather: "0" }),
    // Many small databases side by side: nothing is replicated, and none pushes another out of memory.
    ...(unsafeFast && {
      wal_level: "minimal",
      max_wal_senders: "0",
      max_wal_size: "8GB",
      checkpoint_timeout: "1h",
      shared_buffers: "512MB",
    }),
  };
  return ["-D", home.cluster, "-p", String(port), ...Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`])];
}

/** After kill -9 of the server its children usually end at once; one deep in a query would hold the cluster for long. */
async function clearLeftovers(home: Home): Promise<void> {
  const alone = () => processesIn(home.cluster).length === 0;
  if (!(await until(leftoverPatience, alone))) {
    for (const pid of processesIn(home.cluster)) process.kill(pid, "SIGKILL");
    if (!(await until(leftoverPatience, alone))) throw new Error(`processes of an earlier PostgreSQL do not leave ${home.cluster}`);
  }
  const pidFile = join(home.cluster, "postmaster.pid");
  const named = Number(readText(pidFile).split("\n")[0]);
  // The number may be a stranger's by now, or a dead process nobody has buried; PostgreSQL would take either for a server.
  if (named && existsSync(`/proc/${named}`)) rmSync(pidFile);
}

async function launch(home: Home, launcher: Launcher, unsafeFast: boolean): Promise<Live> {
  const portFile = join(home.path, "port");
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await clearLeftovers(home);
    const port = await freePort(Number(readText(portFile)));
    writeFileSync(portFile, String(port));
    const ended = launcher.start(serverArguments(home, port, unsafeFast), home.log);
    await until(startPatience, () => ended() || live(home)?.status === "ready");
    const started = live(home);
    if (started?.status === "ready") return started;
    if (/Address already in use/i.test(readText(home.log))) rmSync(portFile);
    else if (!/already exists|still in use/.test(readText(home.log))) break;
  }
  throw new Error(`PostgreSQL did not start: ${readText(home.log).slice(-2_000) || "it said nothing"}`);
}

async function ensureDatabase(home: Home, port: number): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(home, port, "postgres"), connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [database]);
    if (found.rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}

async function shutDown(home: Home, pid: number): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    if (await until(stopPatience, () => !isAlive(pid))) return;
  }
  throw new Error(`PostgreSQL in ${home.cluster} does not stop`);
}

async function joinOrStart(home: Home, unsafeFast: boolean): Promise<{ server: Live; joined: boolean }> {
  const present = live(home);
  if (present) await until(startPatience, () => live(home)?.status === "ready" || !isAlive(present.pid));
  const ready = live(home);
  if (ready?.status === "ready") {
    await ensureDatabase(home, ready.port);
    return { server: ready, joined: true };
  }
  const launcher = makeLauncher(home.path, home.cluster);
  if (!existsSync(home.cluster)) createCluster(home, launcher, unsafeFast);
  mustFit(home, launcher);
  const server = await launch(home, launcher, unsafeFast);
  await ensureDatabase(home, server.port);
  return { server, joined: false };
}

/** Runs a real PostgreSQL in a folder of our own, or joins the one already running there, and watches over it until stopped. */
export async function startPostgres(dataDir: string, options: PostgresOptions = {}): Promise<RunningPostgres> {
  const { unsafeFast = false, onEvent = () => undefined } = options;
  mkdirSync(dataDir, { recursive: true });
  const home = homeIn(dataDir);
  const { path } = home;

  const { server, joined, signOff } = await oneAtATime(path, async () => {
    const begun = await joinOrStart(home, unsafeFast);
    return { ...begun, signOff: signIn(path) };
  });
  let { pid } = server;
  let busy: Promise<void> | undefined;
  const revive = async () => {
    try {
      const again = await oneAtATime(path, () => joinOrStart(home, unsafeFast));
      pid = again.server.pid;
      onEvent(`PostgreSQL had ended by itself and runs again on port ${again.server.port}`);
    } catch (error) {
      onEvent("PostgreSQL ended by itself and does not start again", error as Error);
    } finally {
      busy = undefined;
    }
  };
  const watch = setInterval(() => {
    if (!busy && !isAlive(pid)) busy = revive();
  }, 1_000);
  watch.unref();

  let stopped: Promise<void> | undefined;
  const stop = async () => {
    clearInterval(watch);
    await busy;
    await oneAtATime(path, async () => {
      const others = signOff();
      const running = live(home);
      if (!others && running) await shutDown(home, running.pid);
    });
  };
  return { installerUrl: urlOf(home, server.port, database), joined, stop: () => (stopped ??= stop()) };
}

/** Ends a server that its starter left behind, whoever still uses it. */
export async function stopPostgres(dataDir: string): Promise<void> {
  const home = homeIn(dataDir);
  await oneAtATime(home.path, async () => {
    const running = live(home);
    if (running) await shutDown(home, running.pid);
  });
}
