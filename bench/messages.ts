/**
 * A hundred thousand messages through the outbox: events are written, heard, spread over their receivers, put into inboxes and
 * handed to a mail sender that accepts at once. Prints messages a second, the memory on the way, and what was lost or doubled.
 * Usage: bench/messages.ts [--messages=100000] [--receivers=200]
 */
import { createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { module } from "#kernel/module.ts";
import { startPostgres } from "#kernel/server/database/embedded-pg.ts";
import { openKernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { ship, shipRows } from "#kernel/server/install/ship.ts";
import { houseZone } from "#kernel/time.ts";
import { modules } from "#modules/index.ts";
import { readyIndexes } from "#modules/messages/server/office.ts";
import { PostOffice } from "#modules/messages/server/post-office.ts";
import { sides } from "#modules/server.ts";

const asked = (name: string, otherwise: number): number =>
  Number(process.argv.find((value) => value.startsWith(`--${name}=`))?.split("=")[1] ?? otherwise);
const messages = asked("messages", 100_000);
const receivers = asked("receivers", 200);
const channels = ["SITE", "EMAIL"] as const;
const events = Math.ceil(messages / receivers / channels.length);

const benchModule = module("bench", "测量", "Bench", {
  entities: [],
  events: {
    BENCH_NEWS: {
      label: ["测量", "Bench"],
      kind: "SYSTEM",
      carries: { n: ["序号", "Number"], userIds: ["接收人", "Receivers"] },
      tells: {
        title: ["第${n}条消息", "Message ${n}"],
        content: ["这是第${n}条", "This is message ${n}"],
        channels,
        to: [{ value: "userIds" }],
        mandatory: true,
      },
    },
  },
});

const folder = await mkdtemp(join(tmpdir(), "messages-bench-"));
const postgres = await startPostgres(join(folder, "postgres"));
const clock = { now: () => new Date() };
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const memory = (): string => `${Math.round(process.memoryUsage().rss / 1_048_576)} MB`;

try {
  const kernel = await openKernel([...modules, benchModule], postgres.installerUrl, clock);
  await ship(kernel, clock.now);
  for (const side of sides) await shipRows(kernel, side, clock.now);
  await readyIndexes(kernel.db);
  await kernel.db.query(
    `insert into "BaseUsers" (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "userName", "displayName", "userType", email, "userStatus", "userLanguage", "timeZone", "supAdminFlag", "emailVerified", "mobileVerified", "mustChangePwd")
     select 'U' || n, 'bench', now(), 'bench', now(), 1, 'u' || n, 'U' || n, 'INTERNAL', 'u' || n || '@example.com', 'ACTIVE', case when n % 2 = 0 then 'EN' else 'CN' end, '${houseZone}', 'N', 'N', 'N', 'N' from generate_series(1, $1) n`,
    [receivers],
  );
  await kernel.db.query(`update "BaseMsgSource" set "ratePerSecond" = 10000, tokens = null`);
  const userIds = Array.from({ length: receivers }, (_, n) => `U${n + 1}`);
  const sent = new Set<string>();
  let repeated = 0;
  let frames = 0;
  const post = new PostOffice({
    kernel,
    keys: {
      seal: (plain) => `t.${Buffer.from(plain).toString("base64url")}`,
      unseal: (sealed) => Buffer.from(sealed.slice(2), "base64url"),
      mac: (purpose, text) => createHmac("sha256", "bench").update(`${purpose}|${text}`).digest("hex"),
    },
    clock,
    publicUrl: "https://srm.example.com",
    env: {},
    push: { tellAll: async (list) => void (frames += list.length) },
    openMailbox: () => null,
    openSender: () => ({
      async send({ deliveryId }) {
        if (sent.has(deliveryId)) repeated += 1;
        sent.add(deliveryId);
        return { accepted: true, providerMsgId: deliveryId };
      },
      probe: () => Promise.resolve({ accepted: true }),
    }),
    chance: Math.random,
    alarm: (error) => say(String(error)),
  });
  kernel.outbox.on("BENCH_NEWS", (event) => post.fanout.hear(event));
  say(`${events} events × ${receivers} receivers × ${channels.length} channels, as ${systemMe("bench").userId}; memory ${memory()}`);

  const began = performance.now();
  let peak = 0;
  for (let n = 0; n < events; n++) {
    await kernel.outbox.add("BENCH_NEWS", { n, userIds }, clock.now());
    if (n % 10 !== 9 && n !== events - 1) continue;
    await kernel.outbox.drain();
    while (await kernel.db.one(`select 1 from "BaseMsgDelivery" where status in ('WAITING', 'RETRY') limit 1`)) await post.sender.drain();
    peak = Math.max(peak, process.memoryUsage().rss);
    if ((n + 1) % Math.ceil(events / 10) < 10) {
      const done = (n + 1) * receivers * channels.length;
      say(`${done} messages, ${Math.round(done / ((performance.now() - began) / 1000))} a second, memory ${memory()}`);
    }
  }
  const seconds = (performance.now() - began) / 1000;
  const counted = (await kernel.db.one<{ mails: number; boxes: number; doubled: number }>(
    `select (select count(*)::int from "BaseMsgDelivery" where channel = 'EMAIL' and status = 'SENT') as mails, (select count(*)::int from "BaseMsgBox") as boxes,
       (select count(*)::int from (select 1 from "BaseMsgBox" group by "instanceId", "userId" having count(*) > 1) x) as doubled`,
  ))!;
  const wanted = events * receivers;
  say(
    `${events * receivers * channels.length} messages in ${seconds.toFixed(1)} s: ${Math.round((events * receivers * channels.length) / seconds)} a second; peak ${Math.round(peak / 1_048_576)} MB; ` +
      `lost ${wanted * 2 - counted.mails - counted.boxes}, inbox rows doubled ${counted.doubled}, mails repeated ${repeated}, frames ${frames}`,
  );
  await post.sender.stop();
  await kernel.close();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
