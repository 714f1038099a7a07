import type { Doc } from "#kernel/entity.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { notFound, permDenied } from "#kernel/server/find/find.ts";
import { asks, like } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { say } from "#kernel/text.ts";
import { businessDay } from "#kernel/time.ts";
import { questionsOf, requirementsOf } from "./checks.ts";
import { completenessOf, type Missing } from "./completeness.ts";
import { register } from "./register.entity.ts";
import { newestOf } from "./server/known.ts";
import { findFor } from "#kernel/server/find/find-for.ts";

const service = "srmServer";
/** What an applicant's session may call: the own registration, and names of places, banks and categories to choose from. */
const lent: readonly (readonly [segment: string, name: string])[] = [
  ["srmSupRegisterRestful", "findById"],
  ["srmSupRegisterRestful", "doSubmitInfo"],
  ["srmBaseDistrictRestful", "pickByPage"],
  ["srmBaseBankRestful", "pickByPage"],
  ["srmBasePurchaseCategoryRestful", "pickByPage"],
  ["srmSlcQualificationRequireRestful", "pickByPage"],
];

/** What an applicant may ask for; the generic calls stay closed to a session that can only register. */
export function applicantCalls(kernel: Kernel): readonly Call[] {
  return [
    { service, path: "v1/srmSupRegisterRestful/findMine", guard: "restricted", input: asks(), handle: (ctx) => findMine(kernel, ctx) },
    ...lent.map(([segment, name]): Call => ({
      service,
      path: `v1/${segment}/${name}`,
      guard: "restricted",
      input: like(kernel.declared.byPath(segment)!.name, name),
      handle: (ctx, body) => kernel.calls.handle(ctx, service, segment, name, body),
    })),
  ];
}

/** The own registration with its tables, the proofs it must bring, what is missing, and the questionnaires. */
async function findMine(kernel: Kernel, ctx: Context): Promise<unknown> {
  if (ctx.me.audience !== "registrant") throw permDenied();
  const own = await newestOf(kernel.db, ctx.me.userId);
  if (!own) throw notFound(register);
  const find = findFor(kernel, { ...systemMe("register"), language: ctx.language });
  const [row, doc] = await Promise.all([kernel.finder.byId(register, own.id, ctx.me), find.one(register, own.id)]);
  return { register: row, ...(await standingOf(find, doc, ctx)) };
}

async function standingOf(find: ReturnType<typeof findFor>, doc: Doc<typeof register>, ctx: Context) {
  const [requirements, questions] = await Promise.all([requirementsOf(find, doc), questionsOf(find, doc)]);
  const judged = completenessOf(doc as never, requirements, businessDay(ctx.now.toISOString(), ctx.me), questions);
  const told = (missing: Missing) => ({ tab: missing.tab, path: missing.path, label: say(missing.label, ctx.language) });
  return {
    completeness: judged.percent,
    missing: [...judged.missing, ...judged.proofs].map(told),
    requirements: requirements.map((requirement) => ({
      id: requirement.id,
      certType: requirement.certType,
      name: say([requirement.requireName, requirement.requireNameEn ?? requirement.requireName], ctx.language),
      must: requirement.mustFlag === "Y",
      needNo: requirement.needNo === "Y",
      needValidity: requirement.needValidity === "Y",
      explain: say([requirement.explainCn ?? "", requirement.explainEn ?? requirement.explainCn ?? ""], ctx.language),
    })),
    questions: questions.map((question) => ({
      id: question.id,
      title: say(question.title, ctx.language),
      submitted: question.submitted,
      route: question.route,
    })),
  };
}
