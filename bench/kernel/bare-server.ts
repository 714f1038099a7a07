import fastify from "fastify";
import pg from "pg";

/** The floor: the same statements in a hand-written handler, with no session, signature, permission, mask, journal or request key. */
const [, , databaseUrl = "", port = "0"] = process.argv;
pg.types.setTypeParser(1082, (v) => v);
pg.types.setTypeParser(1184, (v) => v);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, application_name: "bare" });
const app = fastify({ bodyLimit: 32 * 1024 * 1024 });
let texts: Record<string, string> = {};

app.post("/texts", async (request) => {
  texts = request.body as Record<string, string>;
  return {};
});

app.post("/read/:name", async (request) => {
  const { name } = request.params as { name: string };
  const { values } = request.body as { values: unknown[] };
  const text = texts[name]!;
  // A read by id is prepared; lists are planned with their values, as anybody's pool.query(text, values) is.
  const { rows } = await pool.query(name === "byId" ? { name, text, values } : { text, values });
  return { status: "S", data: rows };
});

app.post("/list/:name", async (request) => {
  const { name } = request.params as { name: string };
  const { values, countValues } = request.body as { values: unknown[]; countValues: unknown[] };
  const { rows } = await pool.query({ text: texts[name]!, values });
  const count = await pool.query({ text: texts[`${name}.count`]!, values: countValues });
  return { status: "S", data: rows, page: { count: count.rows[0].n } };
});

app.post("/create", async (request) => {
  const { header, lines } = request.body as { header: Record<string, unknown>; lines: Record<string, unknown>[] };
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rows } = await client.query({ name: "number", text: texts["number"]!, values: [] });
    const head = await client.query({
      name: "header",
      text: texts["header"]!,
      values: [JSON.stringify([{ ...header, orderNum: `BARE${rows[0].last}` }])],
    });
    const all = await client.query({ name: "lines", text: texts["lines"]!, values: [JSON.stringify(lines)] });
    await client.query("commit");
    return { status: "S", data: { ...head.rows[0], lines: all.rows } };
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
});

app.post("/approve", async (request) => {
  const { id, to } = request.body as { id: string; to: string };
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query({ name: "lock", text: `select * from "BenchOrder" where id = $1 for update`, values: [id] });
    const { rows } = await client.query({
      name: "approve",
      text: `update "BenchOrder" set status = $2, "versionNum" = "versionNum" + 1, "lastUpdateDate" = now() where id = $1 returning *`,
      values: [id, to],
    });
    await client.query("commit");
    return { status: "S", data: rows[0] };
  } finally {
    client.release();
  }
});

await app.listen({ port: Number(port), host: "127.0.0.1" });
process.stdout.write("ready\n");
process.on("message", () => process.send?.({ cpu: process.cpuUsage() }));
