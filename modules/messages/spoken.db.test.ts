import { afterAll, beforeAll, expect, test } from "vitest";
import type { Me } from "#kernel/entity.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { houseZone } from "#kernel/time.ts";
import { msgBox } from "./box.entity.ts";
import { keyOlderMessages } from "./server/speaker.ts";
import { World } from "./test-world.ts";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world?.drop());

/** The same person, with the page in one language or the other. */
const reader = (userId: string, language: "CN" | "EN", zone = houseZone): Me => ({ ...systemMe("test"), userId, language, zone });

async function published(userName: string): Promise<{ readonly userId: string; readonly num: string }> {
  const userId = await world.person(userName, ["TEST_BUYER"]);
  const paper = await world.paper({ buyerId: userId, title: "Pump" });
  await world.press(paper, "doPublish");
  await world.turn();
  return { userId, num: String(paper["paperNum"]) };
}

const inbox = async (userId: string, language: "CN" | "EN", zone?: string): Promise<readonly Row[]> =>
  (await world.kernel.finder.list(msgBox, { userId } as never, reader(userId, language, zone))).rows;

const chinese = (num: string) => `单据${num}已发布：Pump`;
const english = (num: string) => `Paper ${num} published: Pump`;

test("one notice, stored once, is read in Chinese and in English, in the list and opened", async () => {
  const { userId, num } = await published("two.languages");
  const [stored] = await world.boxes(userId);
  expect([stored!["templateId"] !== null, stored!["messageValues"]["title"]]).toEqual([true, "Pump"]);
  expect((await inbox(userId, "CN")).map((row) => row["title"])).toEqual([chinese(num)]);
  expect((await inbox(userId, "EN")).map((row) => row["title"])).toEqual([english(num)]);
  const opened = (language: "CN" | "EN") => world.kernel.finder.byId(msgBox, stored!["id"], reader(userId, language));
  expect((await opened("CN"))["content"]).toBe("金额1,234.50，截止2043-11-20 10:00");
  expect((await opened("EN"))["content"]).toBe("Amount 1,234.50, due 20 Nov 2043 10:00");
});

test("the key and the values stay on the server, and the bell gets both languages", async () => {
  const { userId, num } = await published("bell.reader");
  expect(Object.keys((await inbox(userId, "EN"))[0]!)).not.toEqual(expect.arrayContaining(["messageValues"]));
  const frame = world.frames.findLast((candidate) => candidate.userId === userId)!;
  expect([frame.frame.data["title"], frame.frame.data["titleEn"]]).toEqual([chinese(num), english(num)]);
});

test("a message keeps the words of the template version it was sent with", async () => {
  const { userId, num } = await published("old.version");
  const [stored] = await world.boxes(userId);
  await world.kernel.db.query(`update "BaseMsgTemplate" set status = 'INVALID' where id = $1`, [stored!["templateId"]]);
  expect((await inbox(userId, "EN")).map((row) => row["title"])).toEqual([english(num)]);
  await world.kernel.db.query(`update "BaseMsgTemplate" set status = 'PUBLISHED' where id = $1`, [stored!["templateId"]]);
});

test("older messages show their sentence, and get their key where event and template are still known", async () => {
  const { userId, num } = await published("older.reader");
  const bare = `update "BaseMsgBox" set "templateId" = null, "messageValues" = null, "titleEn" = null, title = 'as it was' where "userId" = $1`;
  await world.kernel.db.query(bare, [userId]);
  expect((await inbox(userId, "EN")).map((row) => row["title"])).toEqual(["as it was"]);
  await keyOlderMessages(world.post.office);
  expect((await inbox(userId, "EN")).map((row) => row["title"])).toEqual([english(num)]);
  expect((await inbox(userId, "CN")).map((row) => row["title"])).toEqual([chinese(num)]);
});
