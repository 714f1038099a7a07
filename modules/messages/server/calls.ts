import type { Entity } from "#kernel/entity.ts";
import type { Call } from "#kernel/server/http/call.ts";
import { sixCalls } from "#kernel/server/http/six-calls.ts";
import type { Premises } from "#kernel/server/install/side.ts";
import { article } from "../article.entity.ts";
import { msgCfg, msgReceive, msgTemplate } from "../config.entity.ts";
import { msgSource, msgUser } from "../source.entity.ts";
import { articleCalls } from "./article-calls.ts";
import { inboxCalls } from "./inbox-calls.ts";
import { instanceCalls } from "./instance-calls.ts";
import { manualCalls } from "./manual-calls.ts";
import { noticeTestCalls } from "./notice-test.ts";
import { outsideCalls } from "./outside-calls.ts";
import type { PostOffice } from "./post-office.ts";
import { reportCalls } from "./report-calls.ts";
import { setupCalls } from "./setup-calls.ts";
import { stopCalls } from "./stop-calls.ts";

/** What is configured and written, by the names of the services that keep it. */
const rooms: readonly (readonly [room: string, entity: Entity])[] = [
  ["baseMsgReceive", msgReceive],
  ["baseMsgSourceCfg", msgSource],
  ["baseMsgTempleCfg", msgTemplate],
  ["baseMsgCfg", msgCfg],
  ["baseMsgUser", msgUser],
  ["baseArticle", article],
];

/** Every call of messaging that is not an entity's own. */
export const allMessageCalls = (post: PostOffice, at: Premises): readonly Call[] => [
  ...inboxCalls(post),
  ...instanceCalls(post),
  ...manualCalls(post),
  ...setupCalls(post, at),
  ...noticeTestCalls(post),
  ...stopCalls(post),
  ...outsideCalls(post),
  ...articleCalls(post),
  ...reportCalls(post),
  ...rooms.flatMap(([room, entity]) => sixCalls(post.office.kernel, "messageServer", `${room}Service`, entity)),
];
