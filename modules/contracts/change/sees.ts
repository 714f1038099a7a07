import type { Me, Where } from "#kernel/entity.ts";
import { pick, ref, refs } from "#kernel/field.ts";
import { copied } from "../common.ts";
import { contract } from "../contract.entity.ts";
import type { Contract } from "../contract-text-of.ts";

const computed = { computed: true } as const;

/** What a document about a contract repeats of it, so that it is seen by the same people: none of it changes while a contract is in force. */
export const scopeFields = {
  orgId: ref("BaseOrganization", "业务实体", "Organisation", computed),
  supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", ...computed }),
  ownerId: ref("BaseUsers", "经办人", "Owner", computed),
  secretLevel: pick("密级", "Secrecy", "CCT_SECRET", { ...computed, initial: "NORMAL" }),
  readerIds: refs("BaseUsers", "可阅人员", "Readers", { ...computed, optional: true }),
} as const;

export const scopeOf = (doc: Contract) => copied(doc, ["orgId", "supplierId", "ownerId", "secretLevel", "readerIds"]);

/** Documents about a contract are seen by those who see the contract. */
export const ofContract = contract.sees.internal as (me: Me) => Where;
