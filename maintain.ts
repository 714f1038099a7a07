import { join, resolve } from "node:path";
import { declare } from "#kernel/declared.ts";
import { backup, restore } from "#kernel/server/database/backup.ts";
import { clock } from "#kernel/server/clock.ts";
import { openDb } from "#kernel/server/database/db.ts";
import { figureDifferences, figuresIn, keepFigures, rebuildFigures } from "#kernel/server/database/figures.ts";
import { databaseHome } from "#kernel/server/database/database-home.ts";
import { installRoles } from "#kernel/server/database/database-roles.ts";
import { startPostgres } from "#kernel/server/database/embedded-pg.ts";
import { verifyJournal } from "#kernel/server/journal/journal.ts";
import { migrate, outstanding } from "#kernel/server/database/migrate.ts";
import { schemaOf } from "#kernel/server/database/schema.ts";
import { keepViews, viewNames } from "#kernel/server/database/views.ts";
import { modules } from "#modules/index.ts";
import { version } from "./product.ts";

/** What an operator does beside the running system: npm run maintain -- backup DIR | restore DIR | verify | figures | migration | migrate. */
const [, , task, folder] = process.argv;
const { env } = process;
const dataDir = resolve(env["DATA_DIR"] || "data");
const warn = (text: string): void => void process.stderr.write(`${text}\n`);
const home = await databaseHome(env, () => startPostgres(join(dataDir, "postgres")), warn);
// Only a restore writes what the journal remembers; everything else does with the product's own rights.
const db = openDb(task === "restore" ? home.installerUrl : home.url, { max: 2, applicationName: "base-srm maintain" });
const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function run(): Promise<number> {
  if (task === "backup" && folder) {
    const manifest = await backup(db, dataDir, resolve(folder), { version, now: clock.now() });
    say(
      `kept ${Object.keys(manifest.tables).length} tables, ${Object.values(manifest.tables).reduce((a, b) => a + b, 0)} rows; journal head ${manifest.head ?? "none"}`,
    );
    return 0;
  }
  if (task === "restore" && folder) {
    const back = await restore(db, resolve(folder), dataDir);
    // What the installer brought back goes over to the product's role.
    if (home.installerUrl !== home.url) await installRoles(home.installerUrl, env["DATABASE_INSTALLER_URL"] ? home.url : null);
    say(`restored the backup of ${back.at}; journal head ${back.head ?? "none"}`);
    return 0;
  }
  if (task === "verify") {
    const verdict = await verifyJournal(db);
    if (verdict.broken)
      say(
        `BROKEN: seal ${verdict.broken.seal}, ${verdict.broken.row === null ? "the chain itself" : `journal row ${verdict.broken.row} is ${verdict.broken.what}`}`,
      );
    else say(`whole: ${verdict.rows} rows in ${verdict.seals} seals, ${verdict.unsealed} not sealed yet; head ${verdict.head}`);
    return verdict.broken ? 1 : 0;
  }
  if (task === "figures") {
    const declared = declare(modules);
    let differences = 0;
    for (const figures of figuresIn(declared)) differences += (await figureDifferences(db, figures)).length;
    await rebuildFigures(db, declared);
    say(`${differences} figures differed; all were calculated again`);
    return 0;
  }
  if (task === "migration" || task === "migrate") {
    const declared = declare(modules);
    const schema = schemaOf(declared);
    const { now, late, refused } = task === "migrate" ? await migrate(db, schema, viewNames(declared)) : await outstanding(db, schema);
    if (task === "migrate" && refused.length === 0) {
      await keepViews(db, declared);
      await keepFigures(db, declared);
    }
    for (const reason of refused) say(`-- refused: ${reason}`);
    for (const statement of now) say(`${statement};`);
    if (late.length) say("-- afterwards, each alone, while people work");
    for (const statement of late) say(`${statement};`);
    if (now.length + late.length + refused.length === 0) say("-- nothing to do");
    return refused.length ? 1 : 0;
  }
  say("npm run maintain -- backup DIR | restore DIR | verify | figures | migration | migrate");
  return 2;
}

/** What an operator can mend is told in a sentence, not by where in the program it was noticed. */
const failed = (cause: unknown): number => {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
  return 1;
};

process.exitCode = await run()
  .catch(failed)
  .finally(async () => {
    await db.close();
    await home.stop();
  });
