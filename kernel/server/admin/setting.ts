import { refuse } from "../../refusal.ts";
import { demandProof, type Call, type Context } from "../http/call.ts";
import type { Doer } from "../act/attempt.ts";
import { notFound, permDenied } from "../find/find.ts";
import type { Gate } from "../gate/gate.ts";
import type { Kernel } from "../kernel.ts";
import { base, doerOf, onBehalf, textOf, type Body } from "./ask.ts";
import { asks, takes } from "../http/input.ts";

/** Values of settings, one at a time: at any level for administrators, at the own level for everybody the setting allows it to. */
export function settingCalls(kernel: Kernel, gate: Gate): Call[] {
  const profiles = kernel.declared.entity("BaseProfile");

  /** One's own value needs no grant; a secret is sealed first, which only the system may write. */
  function doerFor(ctx: Context, own: boolean, secret: boolean): Doer {
    if (own) return onBehalf(ctx);
    if (!ctx.me.may("BaseProfile", "btnSave")) throw permDenied();
    return secret ? onBehalf(ctx) : doerOf(ctx);
  }

  async function saveValue(ctx: Context, body: Body): Promise<unknown> {
    const code = textOf(body, "profileCode");
    const level = textOf(body, "level");
    const levelId = level === "SITE" ? null : textOf(body, "levelId");
    const profile = await ctx.db.one<{ id: string; valueType: string; levels: string[] }>(
      `select id, "valueType", levels from "BaseProfile" where "profileCode" = $1`,
      [code],
    );
    if (!profile) throw notFound(profiles);
    const own = level === "USER" && levelId === ctx.me.userId && profile.levels.includes("USER");
    const secret = profile.valueType === "SECRET";
    if (secret) demandProof(ctx);
    const value = body["value"] === null || body["value"] === undefined || body["value"] === "" ? null : String(body["value"]);
    if (value !== null && value.length > 4_000) throw refuse("FIELD_LENGTH", "不能超过 4000 个字", "at most 4000 characters");
    const known = await ctx.db.one<{ id: string }>(
      `select id from "BaseProfileValue" where "parentId" = $1 and level = $2 and "levelId" is not distinct from $3`,
      [profile.id, level, levelId],
    );
    const row = {
      ...(known ? { id: known.id } : {}),
      level,
      levelId,
      ...(secret ? { secretValue: value === null ? null : gate.keys.seal(value, `profile|${code}`) } : { value }),
    };
    const values = value === null ? { changed: [], removed: known ? [known.id] : [] } : { changed: [row], removed: [] };
    await kernel.actor.act(
      { entity: profiles, action: "saveOrUpdate", targets: [{ id: profile.id, input: { values } }] },
      doerFor(ctx, own, secret),
    );
    await kernel.settings.ready();
    return secret
      ? { profileCode: code, set: value !== null }
      : {
          profileCode: code,
          ...(await kernel.settings.decide(code, { userId: ctx.me.userId, responsibilityId: ctx.me.responsibilityId })),
        };
  }

  /** Where the value that counts for the caller comes from. */
  const explain = async (ctx: Context, body: Body): Promise<unknown> => {
    const code = textOf(body, "profileCode");
    if (!kernel.settings.isReadBy(code, ctx.me)) throw permDenied();
    return kernel.settings.decide(code, {
      userId: ctx.me.userId,
      responsibilityId: ctx.me.responsibilityId,
      orgId: typeof body["orgId"] === "string" ? body["orgId"] : null,
    });
  };

  return [
    base("baseProfileService/saveValue", takes({ profileCode: "text", level: "text", levelId: "id", value: "any" }), saveValue),
    base("baseProfileService/explainValue", asks({ profileCode: "text", orgId: "id" }), explain),
  ];
}
