import { isOver } from "#kernel/effective.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { make, rule, run, set } from "#kernel/rule.ts";
import type { Doc } from "#kernel/entity.ts";
import { getProfile } from "#modules/base/index.ts";
import { fault } from "../common.ts";
import { contract } from "../contract.entity.ts";
import { archive, archiveBorrow } from "./archive.entity.ts";

type Archive = Doc<typeof archive>;
const signed = ["SIGNED", "EFFECTIVE", "EXPIRED", "COMPLETED", "TERMINATED"];

/** A contract is archived once it is signed: with its signed file, or with the copy that the archive itself holds. */
const unsigned = (doc: Pick<Archive, "electronicFileId">, of: Doc<typeof contract>): Refusal | false => {
  if (!signed.includes(of.status)) return refuse("CCT-118", "合同签署后才能归档", "A contract is archived once it is signed");
  const file = of.signedFileId ?? doc.electronicFileId;
  return (
    !file &&
    fault("electronicFileId", "CCT-137", "合同没有签署件，请上传电子件", "The contract has no signed file; upload the electronic copy")
  );
};

const save = rule(archive, "saveOrUpdate", {
  reads: async (doc, find) => ({ years: doc.keepYears ? null : (await getProfile(find, "CCT_KEEP_YEARS")).value }),
  decide: (doc, { years }) => (years === null ? [] : set(doc, { keepYears: Number(years) })),
});

const file = rule(archive, "doArchive", {
  reads: async (doc, find) => ({ of: await find.one(contract, doc.contractId) }),
  decide: (doc, { of }) => [unsigned(doc, of)],
});

const lend = rule(archive, "doBorrow", {
  decide: (doc, _, { borrowerId, purpose, dueBack }, __, at) => [
    isOver(dueBack!, at.today) && fault("dueBack", "CCT-138", "应还日期不能早于今天", "The day it is due back cannot be in the past"),
    make(archiveBorrow, at.newId(), {
      archiveId: doc.id,
      contractId: doc.contractId,
      keeperId: doc.keeperId,
      borrowerId: borrowerId!,
      purpose: purpose!,
      borrowDate: at.today,
      dueBack: dueBack!,
    }),
  ],
});

const back = rule(archive, "doReturn", {
  reads: async (doc, find) => ({ open: await find.where(archiveBorrow, { archiveId: doc.id, status: "OUT" }, 10) }),
  decide: (_, { open }) => open.map((row) => run(archiveBorrow, row.id, "doReturned", {})),
});

const returned = rule(archiveBorrow, "doReturned", { decide: (doc, _, __, ___, at) => set(doc, { returnedAt: at.today }) });

const destroy = rule(archive, "doDestroy", {
  decide: (doc, _, { destroyReason }, __, at) => [
    (!doc.destroyDate || doc.destroyDate > at.today) &&
      refuse("CCT-119", `保管期至${doc.destroyDate ?? ""}，未到不能销毁`, `It has to be kept until ${doc.destroyDate ?? ""}`),
    set(doc, { destroyReason: destroyReason! }),
  ],
});

/** A contract is put into the archive on its own page. */
const fromContract = rule(contract, "doArchive", {
  reads: async (doc, find) => ({ kept: await find.where(archive, { contractId: doc.id, status: { not: "DESTROYED" } }, 1) }),
  decide: (doc, { kept }, input, _, at) => {
    const [known] = kept;
    if (known && known.status !== "WAIT") return refuse("CCT-116", "该合同已有档案", "The contract is in the archive already");
    const id = known?.id ?? at.newId();
    return known
      ? [set(known, input as never), run(archive, id, "doArchive", {})]
      : [
          make(archive, id, { ...(input as object), contractId: doc.id }),
          run(archive, id, "saveOrUpdate", {}),
          run(archive, id, "doArchive", {}),
        ];
  },
});

export const archiveRules = [save, file, lend, back, returned, destroy, fromContract];
