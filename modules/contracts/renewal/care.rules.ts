import { user } from "#kernel/platform/user.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { about } from "../about.ts";
import { fault } from "../common.ts";
import { rule, set, tell } from "#kernel/rule.ts";
import { contract } from "../contract.entity.ts";
import type { Contract } from "../contract-text-of.ts";
import { contractFrom } from "../source/source.ts";

const named = (doc: Contract) => ({ ...about(doc), num: doc.contractNum ?? doc.contractName });

const renew = rule(contract, "doDraftRenewal", {
  reads: async (doc, find) => ({
    known: await find.where(contract, { parentId: doc.id, relationType: "RENEWAL", status: { not: "VOIDED" } }, 1),
  }),
  decide: (doc, { known }, { templateId, expiryDate }, _, at) =>
    known.length
      ? refuse("CCT-112", "该合同已发起续签", "A renewal of this contract exists already")
      : contractFrom(at, {
          sourceType: "RENEWAL",
          sourceId: doc.id,
          templateId: templateId ?? doc.templateId,
          ...(expiryDate ? { expiryDate } : {}),
        }).effects,
});

const transfer = rule(contract, "doTransfer", {
  reads: async (_, find, { toUserId }) => ({ to: await find.one(user, toUserId!) }),
  decide: (doc, { to }, { note }) => [
    (to.userType !== "INTERNAL" || to.userStatus !== "ACTIVE") &&
      fault(
        "toUserId",
        "CCT-136",
        "只能移交给在用的内部用户，请另选",
        "Contracts are transferred to active colleagues only; choose another",
      ),
    set(doc, { ownerId: to.id }),
    tell("CCT_TRANSFERRED", { ...named(doc), ownerId: to.id, note: note ?? "" }),
  ],
});

/** The owner is reminded, and the supplier where the contract waits for it. */
const remind = rule(contract, "doRemind", {
  decide: (doc, _, { note }) => [
    tell("CCT_REMINDED", { ...named(doc), note }),
    ["CONFIRMING", "SIGNING"].includes(doc.status) && tell("CCT_SUPPLIER_REMINDED", { ...named(doc), note }),
  ],
});

export const careRules = [renew, transfer, remind];
