import type { ButtonShape } from "#kernel/module.ts";

const of = (cn: string, en: string, icon: string, colour?: ButtonShape["colour"]): ButtonShape => ({
  label: [cn, en],
  icon,
  ...(colour ? { colour } : {}),
});

/** The words registration adds to the dictionary. */
export const registerButtons: Readonly<Record<string, ButtonShape>> = {
  btnJoinExisting: of("并入现有供应商", "Join an existing supplier", "merge"),
  btnSend: of("发送", "Send", "send", "PRIMARY"),
  btnBatchAdd: of("批量新增", "Add several", "list-plus"),
  btnConvert: of("转为供应商", "Link to a supplier", "link"),
  btnCloseLead: of("关闭线索", "Close lead", "circle-x", "DANGER"),
};
