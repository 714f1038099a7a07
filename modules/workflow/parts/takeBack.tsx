import { confirm, toast } from "#kernel/web/message.ts";
import { tellMoved } from "./sheetStore.tsx";
import { tasks } from "./wire.tsx";
import type { MatterRow } from "./rows.ts";

/** Does it and reads the lists anew; what goes wrong is said. */
export async function act(row: MatterRow, work: () => Promise<unknown>, done: readonly [string, string]): Promise<void> {
  try {
    await work();
    toast.success(done);
    tellMoved(String(row.bizEntity), String(row.bizId));
  } catch (error) {
    toast.error(error);
  }
}

export const takeBack = async (row: MatterRow): Promise<void> => {
  const number = String(row.billNum ?? "");
  const yes = await confirm({
    title: [`取回对 ${number} 的决定？`, `Withdraw your decision on ${number}?`],
    text: ["下一步还没有人看过才能取回，任务回到您的待办。", "Possible until the next approver acts; the task returns to you."],
    confirm: ["取回", "Withdraw"],
  });
  if (yes) await act(row, () => tasks.revoke(String(row.taskId)), [`已取回 ${number}`, `${number} is back with you`]);
};
