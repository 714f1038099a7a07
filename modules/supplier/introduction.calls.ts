import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { say } from "#kernel/text.ts";
import { businessDay } from "#kernel/time.ts";
import { askRequirements, askScene } from "./introduction.ask.ts";
import { requirement } from "./requirement.entity.ts";
import { scene } from "./scene.entity.ts";
import { factsFor } from "#kernel/server/find/find-for.ts";
import { asks } from "#kernel/server/http/input.ts";
import { skips } from "./skip.ts";
import { pathOf, skipFactsOf } from "./track.rules.ts";

type Body = Record<string, unknown>;
const must = (body: Body, key: string): string => {
  const value = body[key];
  if (typeof value !== "string" || value === "") throw refuse("TABLE_REQUIRED", `${key} 必填`, `${key} is required`);
  return value;
};
const several = (body: Body, key: string): string[] => {
  const value = body[key];
  return Array.isArray(value)
    ? value.filter((candidate): candidate is string => typeof candidate === "string" && candidate !== "").slice(0, 100)
    : [];
};
const stages = ["REGISTER", "QUALIFY", "YEARLY"] as const;

/** Which scene, and why not another; with the path it leads along. */
async function matched(kernel: Kernel, { me, now }: Context, body: Body) {
  const find = factsFor(kernel, me);
  const categoryIds = [must(body, "categoryId")];
  const asked = { supplierId: must(body, "supplierId"), orgId: must(body, "orgId"), categoryIds };
  const found = await askScene(find, { ...asked, sceneType: typeof body["sceneType"] === "string" ? body["sceneType"] : null });
  const path = found.scene ? await pathOf(find, found.scene.processTemplateId, businessDay(now.toISOString(), me)) : null;
  const facts = await skipFactsOf(find, { ...asked, sceneType: found.sceneType });
  return {
    sceneType: found.sceneType,
    scene: found.scene ? { id: found.scene.id, sceneCode: found.scene.sceneCode, sceneName: found.scene.sceneName } : null,
    nodes: (path?.nodes ?? [])
      .toSorted((a, b) => a.nodeSeq - b.nodeSeq)
      .map((node) => ({
        nodeSeq: node.nodeSeq,
        nodeCode: node.nodeCode,
        requiredType: node.requiredType,
        slaDays: node.slaDays,
        skipped: node.requiredType === "CONDITIONAL" && skips(node.skipCondition, facts) ? "Y" : "N",
      })),
    tried: found.tried.slice(0, 200).map((sceneTried) => ({
      id: sceneTried.scene.id,
      sceneCode: sceneTried.scene.sceneCode,
      ok: sceneTried.ok,
      chosen: sceneTried.scene.id === found.scene?.id,
      sceneName: (me.language === "EN" && sceneTried.scene.sceneNameEn) || sceneTried.scene.sceneName,
      reasons: sceneTried.reasons.map((it) => ({ ok: it.ok, msg: say(it.text, me.language) })),
    })),
  };
}

async function listed(kernel: Kernel, ctx: Context, body: Body) {
  const stage = stages.find((value) => value === body["stage"]) ?? "QUALIFY";
  const english = ctx.me.language === "EN";
  const found = await askRequirements(factsFor(kernel, ctx.me), {
    supplierId: must(body, "supplierId"),
    sceneId: typeof body["sceneId"] === "string" && body["sceneId"] ? body["sceneId"] : null,
    categoryIds: several(body, "categoryIds"),
    stage,
    today: businessDay(ctx.now.toISOString(), ctx.me),
  });
  return found.map(({ requirement: one, certificate }) => ({
    id: one.id,
    requireCode: one.requireCode,
    certType: one.certType,
    mustFlag: one.mustFlag,
    needNo: one.needNo,
    needValidity: one.needValidity,
    minRemainDays: one.minRemainDays,
    expireAction: one.expireAction,
    graceDays: one.graceDays,
    requireName: (english && one.requireNameEn) || one.requireName,
    explain: (english && one.explainEn) || one.explainCn,
    categoryId: one.categoryId,
    certificate: certificate
      ? { id: certificate.id, certNo: certificate.certNo, validTo: certificate.validTo, longTermFlag: certificate.longTermFlag }
      : null,
  }));
}

/** What setting up introductions asks besides what every entity answers. */
export const introductionCalls = (kernel: Kernel): Call[] => [
  {
    service: "srmServer",
    path: "v1/srmSlcIntroduceScenesRestful/match",
    guard: "session",
    input: asks({ supplierId: "id", orgId: "id", categoryId: "id", sceneType: "text" }),
    handle: async (ctx, body) => {
      if (!kernel.finder.mayRead(scene, ctx.me)) throw permDenied();
      return matched(kernel, ctx, body);
    },
  },
  {
    service: "srmServer",
    path: "v1/srmSlcQualificationRequireRestful/listFor",
    guard: "session",
    input: asks({ supplierId: "id", sceneId: "id", categoryIds: "ids", stage: "text" }),
    handle: async (ctx, body) => {
      if (!kernel.finder.mayRead(requirement, ctx.me)) throw permDenied();
      return listed(kernel, ctx, body);
    },
  },
];
