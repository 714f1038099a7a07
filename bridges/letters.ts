import { mkdir, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "#kernel/server/database/db.ts";
import { insertRow } from "#kernel/server/gate/rows.ts";
import { newId } from "#kernel/server/act/id.ts";
import { shift } from "#kernel/time.ts";

/** Where letters lie whole while no outside channel takes them; the database stands for the installation. */
const folders = new WeakMap<object, string>();

/** From now on what opens an account lies in this folder, readable by whoever runs the server, and in no table. */
export const spoolLetters = (db: object, folder: string): void => void folders.set(db, folder);

/** A letter as a log may keep it: named secrets and the long values of links are dots. */
export const withoutSecrets = (text: string, secrets: readonly string[] = []): string =>
  secrets
    .filter((secret) => secret !== "")
    .reduce((left, secret) => left.replaceAll(secret, "•••"), text)
    .replace(/([?&][\w-]+=)[\w.~+%/-]{16,}/g, "$1•••");

interface Kept {
  readonly id?: string;
  readonly channel: string;
  readonly kind: string;
  readonly to: string;
  readonly userId: string | null;
  readonly subject: string | null;
  readonly text: string;
  readonly secrets?: readonly string[];
}

/** Writes a letter down instead of sending it: masked as a row administrators read, whole as a file for a day where it has secrets. */
export async function keepMessage(db: Pick<Db, "query">, letter: Kept, now: Date): Promise<void> {
  const { id = newId(), channel, kind, to, userId, subject, text, secrets } = letter;
  const content = withoutSecrets(text, secrets);
  const folder = folders.get(db);
  // The file first: whoever finds the row finds its letter.
  if (folder && content !== text) await spool(folder, id, now, `To: ${to}\nSubject: ${subject ?? ""}\n\n${text}\n`);
  await insertRow(db, "BaseSentMessage", { id, channel, kind, recipient: to, userId, subject, content, sentAt: now }, now);
}

async function spool(folder: string, id: string, now: Date, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${id}.txt`);
  await writeFile(file, text, { mode: 0o600 });
  // Its age is told by the server's clock, like everything else.
  await utimes(file, now, now);
  const before = shift(now, { days: -1 }).getTime();
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < before) await rm(path, { force: true });
  }
}
