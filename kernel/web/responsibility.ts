import { toast } from "./message.ts";
import { go, homeAddress, mayLose } from "./router.ts";
import { switchResponsibility } from "./session.ts";
import { resetTabs, tabs } from "./tabs.ts";

/** switches the responsibility: warns for unsaved work, closes all tabs, goes home; menus and buttons follow the session by themselves. */
export async function changeResponsibility(responsibilityId: string, then?: string): Promise<void> {
  if (!(await mayLose(tabs().list))) return;
  try {
    await switchResponsibility(responsibilityId);
  } catch (error) {
    return toast.error(error);
  }
  resetTabs();
  await go(then ?? homeAddress());
}
