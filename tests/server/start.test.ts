import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

test("a start that fails says why and leaves no database server behind", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "base-srm-start-"));
  const occupied = createServer().listen(0, "127.0.0.1");
  await once(occupied, "listening");
  const { DATABASE_URL: _, ...rest } = process.env;
  const env = { ...rest, DATA_DIR: dataDir, PORT: String((occupied.address() as AddressInfo).port), HOST: "127.0.0.1", DEMO: "0" };
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "main.ts"], { cwd: root, env, stdio: "pipe" });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  try {
    const [code] = await once(child, "exit");
    expect(code).not.toBe(0);
    expect(output).toContain("EADDRINUSE");
    expect(existsSync(join(dataDir, "postgres", "cluster", "PG_VERSION"))).toBe(true);
    expect(existsSync(join(dataDir, "postgres", "cluster", "postmaster.pid"))).toBe(false);
  } finally {
    occupied.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
