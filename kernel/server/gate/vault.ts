import { randomBytes } from "node:crypto";
import { chmod, link, mkdir, readdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Where secret bytes live: a folder of the machine, the environment, or an outside key store behind the same four verbs. */
export interface Vault {
  read(name: string): Promise<Buffer | null>;
  /** Keeps the bytes unless the name is taken; answers what is kept, so that two starters agree on one key. */
  keep(name: string, bytes: Buffer): Promise<Buffer>;
  names(prefix: string): Promise<string[]>;
  drop(name: string): Promise<void>;
}

const missing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/** Keys as files that only the owner may read. */
export function folderVault(folder: string): Vault {
  const at = (name: string) => join(folder, name);
  const read = async (name: string) => {
    try {
      return await readFile(at(name));
    } catch (error) {
      if (missing(error)) return null;
      throw error;
    }
  };
  return {
    read,
    async keep(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      const draft = at(`.${name}.${randomBytes(6).toString("hex")}`);
      await writeFile(draft, bytes, { mode: 0o600, flag: "wx" });
      try {
        await link(draft, at(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      } finally {
        await unlink(draft);
      }
      return (await read(name))!;
    },
    async names(prefix) {
      try {
        return (await readdir(folder)).filter((name) => name.startsWith(prefix)).sort();
      } catch (error) {
        if (missing(error)) return [];
        throw error;
      }
    },
    drop: (name) =>
      unlink(at(name)).catch((error: unknown) => {
        if (!missing(error)) throw error;
      }),
  };
}

/** Keys given from outside win over the folder: SRM_KEY_MASTER_M1 holds master.m1.key as base64. */
export function envVault(env: Readonly<Record<string, string | undefined>>, below: Vault): Vault {
  const given = (name: string) =>
    env[
      `SRM_KEY_${name
        .replace(/\.(key|pem)$/, "")
        .replaceAll(/[.-]/g, "_")
        .toUpperCase()}`
    ];
  return {
    ...below,
    async read(name) {
      const value = given(name);
      return value ? Buffer.from(value, "base64") : below.read(name);
    },
    async keep(name, bytes) {
      const value = given(name);
      return value ? Buffer.from(value, "base64") : below.keep(name, bytes);
    },
  };
}
