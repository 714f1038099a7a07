import { pick, ref } from "#kernel/field.ts";
import { Inline, Words } from "#kernel/web/block/layout.tsx";
import { Badge } from "#kernel/web/block/Notice.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import { Button } from "antd";
import { Check, X } from "lucide-react";
import { useState } from "react";
import { TrialDialog } from "./parts/Trial.tsx";
import type { scene } from "./scene.entity.ts";

interface Matched {
  readonly sceneType: string;
  readonly scene: { readonly sceneCode: string; readonly sceneName: string } | null;
  readonly nodes: readonly {
    readonly nodeSeq: number;
    readonly nodeCode: string;
    readonly slaDays: number | null;
    readonly skipped: string;
  }[];
  readonly tried: readonly {
    readonly id: string;
    readonly sceneCode: string;
    readonly sceneName: string;
    readonly chosen: boolean;
    readonly ok: boolean;
    readonly reasons: readonly { readonly ok: boolean; readonly msg: string }[];
  }[];
}

const asked = {
  supplierId: ref("SrmSupInfo", "供应商", "Supplier", { pick: { infoStatus: "EFFECTIVE" } }),
  orgId: ref("BaseOrganization", "组织", "Organisation"),
  categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { pick: { enabledFlag: "Y" } }),
  sceneType: pick("场景类型（不填按供应商现状判断）", "Type (empty: by the supplier's status)", "SCENE_TYPE", { optional: true }),
};

function Answer({ of }: { readonly of: Matched }) {
  const say = useText();
  const types = useLookup("SCENE_TYPE");
  const nodes = useLookup("SLC_NODE");
  const type = types.meaning(of.sceneType);
  return (
    <>
      <p>
        {of.scene ? (
          <>
            {say([`按“${type}”匹配到：`, `Path for “${type}”: `])}
            <b>
              {of.scene.sceneCode} {of.scene.sceneName}
            </b>
          </>
        ) : (
          <span className="pc-bad">{say([`按“${type}”没有匹配的引入场景`, `No onboarding scenario matches “${type}”`])}</span>
        )}
      </p>
      {of.nodes.length ? (
        <Inline as="ol" label={say(["路径", "The path"])}>
          {of.nodes.map(({ nodeCode, slaDays, skipped }) => (
            <li key={nodeCode}>
              <Badge tone={skipped === "Y" ? "neutral" : "info"}>
                {nodes.meaning(nodeCode)}
                {slaDays ? say([` · ${slaDays} 天`, ` · ${slaDays} d`]) : ""}
                {skipped === "Y" ? say([" · 跳过", " · skipped"]) : ""}
              </Badge>
            </li>
          ))}
        </Inline>
      ) : null}
      <PlainTable
        label={say(["试过的场景", "Scenarios tried"])}
        rows={of.tried}
        rowKey={({ id }) => id}
        rowTone={({ chosen }) => (chosen ? "success" : undefined)}
        most="45vh"
        columns={[
          {
            key: "scene",
            title: say(["场景", "Scenario"]),
            cell: ({ ok, sceneCode, sceneName }) => (
              <>
                {ok ? (
                  <Check size={13} aria-label={say(["相符", "Matches"])} />
                ) : (
                  <X size={13} aria-label={say(["不符", "Does not match"])} />
                )}{" "}
                {sceneCode} {sceneName}
              </>
            ),
          },
          {
            key: "why",
            title: say(["为什么", "Why"]),
            cell: ({ reasons }) => (
              <Inline gap="m">
                {reasons.map(({ ok, msg }, i) => (
                  <Words key={i} size="small" tone={ok ? "neutral" : "error"}>
                    {msg}
                  </Words>
                ))}
              </Inline>
            ),
          },
        ]}
      />
    </>
  );
}

function TestMatch({ context }: { readonly context: Pick<ListContext, "viewer"> }) {
  const say = useText();
  const [open, setOpen] = useState(false);
  if (!context.viewer.may("btnTestMatch")) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say(["试匹配", "Test match"])}</Button>
      {open ? (
        <TrialDialog<Matched>
          title={["试匹配引入场景", "Test which scenario matches"]}
          fields={asked}
          press={["匹配", "Match"]}
          ask={async (row) => (await call<Matched>("srmServer/v1/srmSlcIntroduceScenesRestful/match", row)).data}
          show={(answer) => <Answer of={answer} />}
          close={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** Scenes, and a way to ask which one an introduction would go by, and why. */
export const slots: ListSlots<typeof scene> = { buttons: (context) => <TestMatch context={context} /> };
