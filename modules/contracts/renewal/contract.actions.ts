import { action } from "#kernel/entity.ts";
import { date, ref, text } from "#kernel/field.ts";
import { openDrafts } from "../change/contract-change.ts";
import { keepingFields } from "../archive/archive.entity.ts";

const running = [...openDrafts, "EFFECTIVE", "EXPIRED"] as const;

/** What is done with contracts one by one or many at once: renewed, handed over, reminded of, archived. */
export const careActions = {
  doDraftRenewal: action("发起续签", "Renew", {
    button: "btnRenew",
    who: "internal",
    from: ["EFFECTIVE", "EXPIRED", "COMPLETED"],
    batch: "each",
    input: {
      templateId: ref("SrmCctTemplate", "模板", "Template", {
        optional: true,
        pick: { status: "APPROVED" },
        hint: ["留空为原模板", "Empty: the same template"],
      }),
      expiryDate: date("到期日期", "Expires on", { optional: true, hint: ["留空为与原合同同样长", "Empty: as long again"] }),
    },
  }),
  doTransfer: action("移交经办人", "Transfer", {
    button: "btnTransfer",
    who: "internal",
    from: running,
    batch: "each",
    input: {
      toUserId: ref("BaseUsers", "新经办人", "New owner", { pick: { userType: "INTERNAL", userStatus: "ACTIVE" } }),
      note: text("说明", "Note", { max: 300, optional: true }),
    },
  }),
  doRemind: action("提醒", "Remind", {
    button: "btnRemind",
    who: "internal",
    from: running,
    batch: "each",
    input: { note: text("内容", "Message", { max: 300 }) },
  }),
  doArchive: action("归档", "Archive", {
    button: "btnArchive",
    who: "internal",
    from: ["SIGNED", "EFFECTIVE", "EXPIRED", "COMPLETED", "TERMINATED"],
    input: keepingFields,
  }),
} as const;
