import { refuse } from "#kernel/refusal.ts";
import { closeTodo, isSelf, rule, run, set, tell, warn } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { supplierAccount } from "./account.entity.ts";
import { supplierChange } from "./change.entity.ts";
import { kept, whole } from "./sensitive.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { checkFault, ended, endFacts, numbersOnFile, usedElsewhere } from "./verify.ts";
import { liveAbout, raised } from "./warning.ts";

const selfVerified = () =>
  refuse("SUP_ACC_003", "核验人不能是变更发起人或其代理人", "The verifier cannot be the initiator or a delegate of the initiator");

/** Finance calls somebody it knew before: only then the change goes on to be approved. */
const verifyChange = rule(supplierChange, "doVerifyBank", {
  reads: async (doc, find, _, __, at) => ({
    onFile: await numbersOnFile(find, doc.supplierId, at.now),
    end: await endFacts(doc, find),
  }),
  decide: (doc, { onFile, end }, input, me, at) => {
    if (isSelf(me, doc.initiatorId)) return selfVerified();
    const fault = checkFault(input, onFile);
    if (fault) return fault;
    const done = set(doc, {
      verifyStatus: input.result!,
      verifyMethod: input.method!,
      verifyNumber: kept(at.seal, input.callNumber, "SrmSupChangeInfo.verifyNumber"),
      verifyRecord: input.record!,
      verifiedBy: me.userId,
      verifyDate: at.now,
    });
    const closed = closeTodo("BANK_VERIFY", doc, "HANDLED");
    if (input.result === "VERIFIED") return [done, closed, run(supplierChange, doc.id, "doSendToApproval", {})];
    const reason = `账户核验未通过：${input.record ?? ""}`.slice(0, 500);
    return [
      done,
      closed,
      set(doc, { status: "REJECTED", rejectReason: reason }),
      ...ended(doc, end),
      tell("CHANGE_REJECTED", { id: doc.id, no: doc.changeNo, reason, userId: doc.initiatorId, supplierId: doc.supplierId }),
    ];
  },
});

/** An account that came with a registration or an import is checked the same way before money goes there. */
const verifyAccount = rule(supplierAccount, "doVerify", {
  reads: async (doc, find, _, __, at) => ({
    supplier: await find.one(supplierInfo, doc.supplierId),
    onFile: await numbersOnFile(find, doc.supplierId, at.now),
    foreign: await usedElsewhere(find, doc.supplierId, [whole(find.declared.seal, doc.accountNo, "SrmSupAccount.accountNo") ?? ""]),
    live: await liveAbout(find, doc.supplierId, doc.id),
  }),
  decide: (doc, { supplier, onFile, foreign, live }, input, me, at) => {
    if (isSelf(me, doc.submittedBy ?? doc.createdBy)) return selfVerified();
    const fault = checkFault(input, onFile);
    if (fault) return fault;
    const content: Text = ["账号已被其他供应商使用", "The account is used by another supplier"];
    const hit = { type: "BANK_CHANGED", severity: "RED", bizType: supplierAccount.name, bizId: doc.id, content, mark: doc.id } as const;
    return [
      set(doc, {
        verifyStatus: input.result!,
        verifyMethod: input.method!,
        verifyRecord: [input.callNumber, input.record].filter(Boolean).join(" · ").slice(0, 1000),
        verifiedBy: me.userId,
        verifyDate: at.now,
      }),
      ...(foreign.length
        ? [
            warn("SUP_ACC_002", "该账号已被其他供应商使用，已提交风控", "Account already used by another supplier; sent to risk control"),
            ...raised(at, supplier, hit, live),
          ]
        : []),
    ];
  },
});

export const verifyRules = [verifyChange, verifyAccount];
