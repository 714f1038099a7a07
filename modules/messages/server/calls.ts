import type { Call } from "#kernel/server/call.ts";
import type { Premises } from "#kernel/server/side.ts";
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
];
