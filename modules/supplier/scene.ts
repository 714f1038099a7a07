import type { Doc } from "#kernel/entity.ts";
import type { Text } from "#kernel/text.ts";
import type { scene } from "./scene.entity.ts";

export type Scene = Doc<typeof scene>;
type Matched = Pick<
  Scene,
  "id" | "sceneCode" | "sceneType" | "purchaseKind" | "categoryId" | "supplierType" | "orgId" | "priority" | "status"
>;

/** What an introduction is about, as far as scenes are chosen by it. */
export interface SceneQuestion {
  readonly sceneType: string;
  readonly purchaseKind: string | null;
  /** The category and everything above it, the root first. */
  readonly categoryPath: readonly string[];
  readonly supplierType: string | null;
  readonly orgId: string | null;
}

export interface SceneReason {
  readonly ok: boolean;
  readonly text: Text;
}

export interface SceneTried<S> {
  readonly scene: S;
  readonly ok: boolean;
  readonly reasons: readonly SceneReason[];
}

const judged = (ok: boolean, cn: string, en: string): SceneReason => ({ ok, text: [cn, en] });
const fits = (wanted: string | null, given: string | null, cn: string, en: string): SceneReason =>
  wanted === null
    ? judged(true, `${cn}不限`, `Any ${en}`)
    : judged(wanted === given, `${cn}${wanted === given ? "相符" : "不符"}`, wanted === given ? `${en} matches` : `${en} differs`);

/** How near the scene's category is to the asked one: the asked category itself is nearest, "any" farthest; null when it is no ancestor. */
function nearness(matched: Pick<Matched, "categoryId">, path: readonly string[]): number | null {
  if (matched.categoryId === null) return 0;
  const at = path.indexOf(matched.categoryId);
  return at < 0 ? null : at + 1;
}

const filled = (matched: Matched): number =>
  [matched.purchaseKind, matched.categoryId, matched.supplierType, matched.orgId].filter((it) => it !== null).length;

function reasonsOf(matched: Matched, asked: SceneQuestion): SceneReason[] {
  const near = nearness(matched, asked.categoryPath);
  const up = near === null || near === 0 ? 0 : asked.categoryPath.length - near;
  return [
    judged(
      matched.status === "EFFECTIVE",
      matched.status === "EFFECTIVE" ? "已生效" : "未生效",
      matched.status === "EFFECTIVE" ? "Effective" : "Not effective",
    ),
    fits(matched.sceneType, asked.sceneType, "场景类型", "Type"),
    fits(matched.purchaseKind, asked.purchaseKind, "采购性质", "Purchase kind"),
    near === null
      ? judged(false, "品类不在其下", "Not below its category")
      : near === 0
        ? judged(true, "品类不限", "Any category")
        : up === 0
          ? judged(true, "品类相同", "Same category")
          : judged(true, `上${up}级品类`, `Category ${up} above`),
    fits(matched.supplierType, asked.supplierType, "供应商类型", "Supplier type"),
    fits(matched.orgId, asked.orgId, "组织", "Organisation"),
  ];
}

/** The scene an introduction goes by: nearest category first, then priority, then the more specific one; with why for every scene. */
export function matchScene<S extends Matched>(
  scenes: readonly S[],
  asked: SceneQuestion,
): { readonly scene: S | null; readonly tried: readonly SceneTried<S>[] } {
  const tried = scenes.map((scene) => {
    const reasons = reasonsOf(scene, asked);
    return { scene, reasons, ok: reasons.every((it) => it.ok) };
  });
  const ranked = tried.toSorted((a, b) => {
    if (a.ok !== b.ok) return a.ok ? -1 : 1;
    const near = (nearness(b.scene, asked.categoryPath) ?? -1) - (nearness(a.scene, asked.categoryPath) ?? -1);
    return (
      (a.ok ? near : 0) ||
      a.scene.priority - b.scene.priority ||
      filled(b.scene) - filled(a.scene) ||
      a.scene.sceneCode.localeCompare(b.scene.sceneCode)
    );
  });
  return { scene: ranked[0]?.ok ? ranked[0].scene : null, tried: ranked };
}
