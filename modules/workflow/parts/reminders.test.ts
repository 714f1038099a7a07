import { expect, test } from "vitest";
import { reminders } from "./reminders.ts";

test("a reminder rule is told by a task that arrives on Monday at ten", () => {
  const [cn, en] = reminders({ firstAfterHours: 9, repeatHours: 9, maxTimes: 2, escalateTo: "处理人上级" });
  expect(cn).toBe("周一 10:00 到达 → 提醒 周二 10:00、周三 10:00 → 周四 10:00 升级给处理人上级");
  expect(en).toBe("Arrives Mon 10:00 → remind Tue 10:00, Wed 10:00 → Thu 10:00 escalate to 处理人上级");
});

test("reminders skip the weekend and say when they go on for long", () => {
  const [cn] = reminders({ firstAfterHours: 36, repeatHours: 9, maxTimes: 6, escalateTo: null });
  expect(cn).toBe("周一 10:00 到达 → 提醒 周五 10:00、下周一 10:00、下周二 10:00、下周三 10:00 等 6 次");
});
