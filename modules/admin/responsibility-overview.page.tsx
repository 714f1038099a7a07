import { resourceRole, responsibility } from "#kernel/platform/grant.entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { EditWaiting } from "#kernel/web/page/states.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { exportRows } from "#kernel/web/part/exportRows.ts";
import { listAll } from "#kernel/web/part/listAll.ts";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import type { TreeNode } from "#kernel/tree.ts";
import { Button, Input, Select, TreeSelect } from "antd";
import { Download, GitCompare, Search, SearchX } from "lucide-react";
import { useMemo, useState } from "react";
import { byMenu, menuName, menuNodes, resourceName, useCatalogue } from "./parts/catalogue.tsx";
import type { Catalogue } from "./parts/catalogue.tsx";
import { HatCards } from "./parts/HatCards.tsx";
import { HatCompare } from "./parts/HatCompare.tsx";
import { useHats } from "./parts/hats.tsx";
import type { Hats } from "./parts/hats.tsx";
import "./parts/grants.css";

export const page = { route: "resp", title: ["职责总览", "Responsibility overview"] };

/** All responsibilities at a glance; two are compared, and any menu or button is asked who opens it. */
export default function Overview() {
  return (
    <OwnPage>
      <Load />
    </OwnPage>
  );
}

function Load() {
  const hats = useHats();
  const catalogue = useCatalogue();
  if (hats.data === null || catalogue.data === null) return <EditWaiting label={["职责总览", "overview"]} error={hats.error || catalogue.error} again={() => (hats.again(), catalogue.again())} />;
  return <Board hats={hats.data} catalogue={catalogue.data} />;
}

interface Asked {
  readonly menuId: string | null;
  readonly resourceId: string | null;
}

interface TreeOption {
  readonly value: string;
  readonly title: string;
  readonly children: readonly TreeOption[];
}
const optionsOf = (nodes: readonly TreeNode[]): TreeOption[] => nodes.map((node) => ({ value: node.key, title: node.title, children: optionsOf(node.children ?? []) }));

/** The roles that answer the question, or null while nothing is asked. */
function useThrough({ menuId, resourceId }: Asked, hats: Hats): ReadonlySet<string> | null {
  const holders = useLoad(`button:${resourceId ?? ""}`, async () => (resourceId === null ? null : new Set((await listAll<Row>(resourceRole, { resourceId: [resourceId], status: ["ACTIVE"] })).rows.map((row) => String(row["roleId"])))));
  if (menuId === null) return null;
  const openers = hats.rolesOfMenu.get(menuId) ?? new Set<string>();
  return resourceId === null ? openers : new Set([...openers].filter((id) => holders.data?.has(id)));
}

function Board({ hats, catalogue }: { readonly hats: Hats; readonly catalogue: Catalogue }) {
  const say = useText();
  const tab = useTab();
  const viewer = useViewer();
  const language = useLanguage((state) => state.language);
  const title = usePageTitle(["职责总览", "Responsibility overview"]);
  const audiences = useLookup("AUDIENCE");
  const [text, setText] = useState("");
  const [audience, setAudience] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked>({ menuId: catalogue.menus.find((one) => one.id === tab.query["askMenu"])?.id ?? null, resourceId: null });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [comparing, setComparing] = useState(false);
  const through = useThrough(asked, hats);
  const tree = useMemo(() => optionsOf(menuNodes(catalogue.menus, language)), [catalogue.menus, language]);
  const buttons = (asked.menuId === null ? [] : (byMenu(catalogue.resources).get(asked.menuId) ?? [])).map((one) => ({ value: one.id as string, label: `${resourceName(one, language)} ${one.resourceCode}` }));
  const wanted = text.trim().toLowerCase();
  const shown = hats.cards.filter(({ hat, roles }) => `${hat.respCode} ${hat.respName} ${hat.respNameEn ?? ""}`.toLowerCase().includes(wanted) && (audience === null || hat.audience === audience) && (through === null || roles.some((one) => !one.waits && through.has(one.roleId))));
  const pair = chosen.flatMap((id) => hats.cards.find((one) => one.hat.id === id) ?? []);
  const people = shown.reduce((sum, one) => sum + one.holders, 0);
  const askedName = asked.menuId === null ? "" : menuName(catalogue.menus.find((one) => one.id === asked.menuId)!, language);
  return (
    <PageFrame
      title={title}
      truth={<>{say(["职责", "Responsibilities"])} <b>{shown.length}</b><span>{say(["持有", "Held"])} <b>{people}</b>{say([" 人次", " times"])}</span></>}
      buttons={
        <>
          {viewer.may("", "btnExport") ? <Button icon={<Download size={14} />} onClick={() => void exportRows(responsibility, "resp")}>{say(["导出", "Export"])}</Button> : null}
          {viewer.may("", "btnCompare") ? <Button type="primary" icon={<GitCompare size={14} />} disabled={pair.length !== 2} onClick={() => setComparing(true)}>{pair.length === 2 ? say(["对比所选两个", "Compare the two"]) : say([`选两个来对比（${pair.length}/2）`, `Choose two to compare (${pair.length}/2)`])}</Button> : null}
        </>
      }
    >
      <div className="ga-tools">
        <Input prefix={<Search size={14} aria-hidden />} allowClear value={text} placeholder={say(["编码或名称", "Code or name"])} aria-label={say(["编码或名称", "Code or name"])} onChange={(event) => setText(event.target.value)} />
        <Select allowClear value={audience} style={{ width: 120 }} placeholder={say(["适用方", "Audience"])} aria-label={say(["适用方", "Audience"])} options={audiences.values.map((one) => ({ value: one.lookupCode, label: one.meaning }))} onChange={(next: string | undefined) => setAudience(next ?? null)} />
        <span className="ga-question">{say(["哪些职责能打开", "Who can open"])}</span>
        <TreeSelect allowClear showSearch={{ treeNodeFilterProp: "title" }} treeDefaultExpandAll value={asked.menuId ?? undefined} treeData={tree as never} style={{ width: 220 }} placeholder={say(["菜单", "a menu"])} aria-label={say(["哪个菜单", "Which menu"])} onChange={(next: string | undefined) => setAsked({ menuId: next ?? null, resourceId: null })} />
        {buttons.length === 0 ? null : <Select allowClear showSearch={{ optionFilterProp: "label" }} value={asked.resourceId} options={buttons} style={{ width: 180 }} placeholder={say(["并能按", "and press"])} aria-label={say(["哪个按钮", "Which button"])} onChange={(next: string | undefined) => setAsked((now) => ({ ...now, resourceId: next ?? null }))} />}
      </div>
      {through === null ? null : <p className="ga-answer" role="status">{say([`${shown.length} 个职责能打开「${askedName}」${asked.resourceId === null ? "" : "并按该按钮"}，经过的角色标黄`, `${shown.length} can open ${askedName}${asked.resourceId === null ? "" : " and press it"}; the roles they do it through are amber`])}</p>}
      <div className="pt-scroll" data-keep-scroll tabIndex={0} role="group" aria-label={say(["职责", "Responsibilities"])}>
        {shown.length === 0 ? (
          <div className="s-state">
            <span className="s-state-icon"><SearchX size={20} aria-hidden /></span>
            <h2>{through === null ? say(["没有这样的职责", "No such responsibility"]) : say(["没有职责能做到", "No responsibility can do it"])}</h2>
            <p>{through === null ? say(["换一个关键字，或清空筛选。", "Try another word, or clear the filters."]) : say(["到角色权限矩阵中把它授予一个角色。", "Grant it to a role in the role matrix."])}</p>
          </div>
        ) : <HatCards cards={shown} chosen={chosen} through={through} choose={(id, on) => setChosen((now) => (on ? [...now, id].slice(-2) : now.filter((one) => one !== id)))} />}
      </div>
      {comparing && pair.length === 2 ? <HatCompare pair={[pair[0]!, pair[1]!]} catalogue={catalogue} close={() => setComparing(false)} /> : null}
    </PageFrame>
  );
}
