import type { Me } from "#kernel/entity.ts";
import { responsibility } from "#kernel/platform/grant.entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { refuse, type FieldError, type Refusal } from "#kernel/refusal.ts";
import { rule, set, type Find, type Rule } from "#kernel/rule.ts";
import { contentErrors, formLines, mayStart, scopeOfStart } from "./form.ts";
import { freeForm } from "./free-form.entity.ts";
import { noModel } from "./matter.ts";
import { bpmModel } from "./model.entity.ts";
import { readersOf } from "./sheet.ts";

const outOfScope = (): Refusal => refuse("BPM_START_SCOPE", "您不在该流程的可发起范围内", "You cannot start this process");

const wrong = (errors: readonly FieldError[]): Refusal | false =>
  errors.length > 0 &&
  refuse("FIELD_INVALID", errors.map((e) => e.text[0]).join("；"), errors.map((e) => e.text[1]).join("; "), { fieldErrors: [...errors] });

/** Which responsibilities somebody has and which organisations he belongs to, from his own up; asked only where a scope wants to know. */
export async function homeOf(
  find: Find,
  userId: string,
): Promise<{ readonly responsibilities: readonly string[]; readonly orgs: readonly string[] }> {
  const [grants, account] = await Promise.all([find.where(userResp, { userId, status: "ACTIVE" }, 200), find.maybe(user, userId)]);
  const responsibilities = await Promise.all(grants.map((g) => find.maybe(responsibility, g.responsibilityId)));
  const orgs: string[] = [];
  for (let id = account?.orgId ?? null; id && orgs.length < 12;) {
    orgs.push(id);
    id = (await find.maybe(organization, id))?.parentOrgId ?? null;
  }
  return { responsibilities: responsibilities.flatMap((resp) => (resp?.enabledFlag === "Y" ? [resp.respCode as string] : [])), orgs };
}

/** The process asked for, and whether this person may start it. */
async function asked(find: Find, modelId: string | null, me: Me) {
  const model = await find.maybe(bpmModel, modelId);
  const { respCodes = [], orgIds = [] } = scopeOfStart(model?.startScope);
  const home = respCodes.length + orgIds.length > 0 && me.audience !== "system" ? await homeOf(find, me.userId) : null;
  return { model, allowed: home === null || mayStart(model?.startScope, home.responsibilities, home.orgs) };
}

const save = rule(freeForm, "saveOrUpdate", {
  reads: (doc, find, _, me) => asked(find, doc.modelId, me),
  decide: (doc, { model, allowed }, { before }, me) => [
    before === null && (model?.status !== "PUBLISHED" || model.billTypeCode !== "FREE_FORM") && noModel(),
    before === null && !allowed && outOfScope(),
    wrong(contentErrors(formLines(model?.formConfig), doc.content as Record<string, unknown> | null, me.zone, false)),
  ],
});

const submit = rule(freeForm, "doSubmit", {
  reads: (doc, find, _, me) => asked(find, doc.modelId, me),
  decide: (doc, { model, allowed }, _, me) => [
    !allowed && outOfScope(),
    wrong(contentErrors(formLines(model?.formConfig), doc.content as Record<string, unknown> | null, me.zone, true)),
  ],
});

/** Whoever is asked about a request may read it. */
const share = rule(freeForm, "share", {
  decide: (doc, _, { userIds }) => set(doc, { readers: readersOf((userIds ?? []) as readonly string[], doc.readers ?? "") }),
});

export const freeFormRules: readonly Rule[] = [save, submit, share];
