import { remedy, type Remedies } from "#kernel/remedy.ts";

export const scheduleRemedies: Remedies = {
  JOB_DISABLED: remedy("concurrentPrograms", "启用程序", "Enable the program", { button: "btnEnable" }),
};
