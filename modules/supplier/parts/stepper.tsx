import type { Row } from "#kernel/page-document.ts";
import { today } from "#kernel/web/part/day.ts";
import { useText } from "#kernel/web/language.ts";
import { useRunner } from "#kernel/web/page/action/useRunner.tsx";
import { useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { handOver } from "#kernel/web/page/edit/handOver.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { targetOf } from "#kernel/web/page/records.ts";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useRows } from "#kernel/web/part/useRows.ts";
import { openPage } from "#kernel/web/router.ts";
import { Button } from "antd";
import { Check, CircleAlert, CircleDot, Clock, Minus, SkipForward, X } from "lucide-react";
import { track } from "../track.entity.ts";
import "./stepper.css";

const icons = {
  WAITING: Minus,
  OPEN: Clock,
  DOING: CircleDot,
  PASSED: Check,
  CONDITIONAL: CircleAlert,
  SKIPPED: SkipForward,
  FAILED: X,
} as const;

/** The document that does a step, by the step's code. */
const documents: Readonly<Record<string, string>> = {
  QUALIFY_CENSOR: "SrmSlcQualifyHeader",
  LOCALE_INSPECT: "SrmSlcLocaleInspect",
  SAMPLE_TRIAL: "SrmSlcSampleTrial",
  BATCH_TRYOUT: "SrmSlcBatchTryout",
  AGREEMENT_SIGNING: "SrmSlcAgreementSigning",
  QUALIFIED: "SrmSlcQualifiedSupplier",
};
const routeOf = (docType: unknown): string | undefined => targetOf(String(docType ?? ""))?.pages?.edit;

const isOpen = (node: Row): boolean => ["OPEN", "DOING", "CONDITIONAL"].includes(String(node["nodeStatus"]));
const isLate = (node: Row): boolean => isOpen(node) && Boolean(node["dueDate"]) && String(node["dueDate"]) < today();

/** Begins the document of a step with what the introduction knows already. */
async function begin(of: Row, node: Row): Promise<void> {
  const route = routeOf(documents[String(node["nodeCode"])]);
  if (!route) return;
  const known = ["supplierId", "supplierCode", "supplierName", "orgId", "orgCode", "orgName", "sceneId", "sceneCode", "sceneName"];
  const ids = (of["categoryIds"] as readonly string[] | null) ?? [];
  const names = (of["categoryNames"] as readonly string[] | null) ?? [];
  const key = String(node["id"]);
  handOver(`copy:${key}`, {
    ...Object.fromEntries(known.map((name) => [name, of[name]])),
    ...{ trackId: of["id"], trackCode: of["trackNo"], trackName: of["trackNo"] },
    ...(node["nodeCode"] === "QUALIFY_CENSOR" ? { categories: ids.map((categoryId, i) => ({ categoryId, categoryName: names[i] })) } : {}),
  });
  await openPage({ path: route, query: { from: key } });
}

function Step({ of, node, inside }: { readonly of: Row; readonly node: Row; readonly inside: boolean }) {
  const say = useText();
  const names = useLookup("SLC_NODE");
  const states = useLookup("TRACK_NODE_STATUS");
  const viewer = useViewer();
  const status = String(node["nodeStatus"]) as keyof typeof icons;
  const Icon = icons[status] ?? Minus;
  const late = isLate(node);
  const route = inside && node["docId"] ? routeOf(node["docType"]) : undefined;
  const done = String(node["doneDate"] ?? "").slice(0, 10);
  const rounds = Number(node["roundNo"] ?? 0);
  const when = done
    ? done
    : isOpen(node) && node["dueDate"]
      ? say([`期限 ${String(node["dueDate"])}`, `Due ${String(node["dueDate"])}`])
      : node["slaDays"] && status === "WAITING"
        ? say([`${String(node["slaDays"])} 天`, `${String(node["slaDays"])} days`])
        : "";
  const startable = inside && status === "OPEN" && !node["docId"] && routeOf(documents[String(node["nodeCode"])]) && viewer.may("btnAdd");
  return (
    <div className="st-node" data-state={status} data-late={late || undefined}>
      <i aria-hidden>
        <Icon size={14} />
      </i>
      <div>
        <b>{names.meaning(node["nodeCode"])}</b>
        <span>
          {states.meaning(status)}
          {node["requiredType"] === "OPTIONAL" ? say(["（可选）", " (optional)"]) : ""}
          {rounds > 1 ? say([` · 第 ${rounds} 轮`, ` · round ${rounds}`]) : ""}
        </span>
        {when ? <small>{late ? say([`超期，${when}`, `Late, ${when}`]) : when}</small> : null}
        {inside && status === "SKIPPED" ? <small>{String(node["skipReason"] ?? say(["按流程规则", "By scenario"]))}</small> : null}
        {route ? (
          <Button type="link" size="small" onClick={() => void openPage({ path: route, query: { id: String(node["docId"]) } })}>
            {say(["查看单据", "Open document"])}
          </Button>
        ) : null}
        {startable ? (
          <Button type="link" size="small" onClick={() => void begin(of, node)}>
            {say(["开始办理", "Start"])}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** The way of an introduction: steps from left to right, those of one number under each other. */
export function Stepper({ of }: { readonly of: Row }) {
  const say = useText();
  const inside = useViewer().audience === "internal";
  const nodes = (of["nodes"] as readonly Row[] | undefined) ?? [];
  const groups = [...Map.groupBy(nodes, (node) => Number(node["nodeSeq"]))].toSorted(([a], [b]) => a - b);
  return (
    <ol className="st-steps" aria-label={say(["引入进度", "Onboarding progress"])}>
      {groups.map(([seq, group]) => (
        <li key={seq}>
          {group.map((node) => (
            <Step key={String(node["id"])} of={of} node={node} inside={inside} />
          ))}
        </li>
      ))}
    </ol>
  );
}

/** One introduction on the page of a document that belongs to it, with what may be done with it as a whole. */
export function TrackPanel({ trackId }: { readonly trackId: string }) {
  const say = useText();
  const viewer = useViewer();
  const load = useLoad(`track:${trackId}`, () => entityCall.find(track, trackId));
  useChanged(track.name, load.again);
  const runner = useRunner({ entity: track, done: load.again });
  const running = load.data?.["trackStatus"] === "RUNNING";
  const inside = viewer.audience === "internal";
  const nodes = (load.data?.["nodes"] as readonly Row[] | undefined) ?? [];
  const skippable = nodes.some(
    (one) => one["requiredType"] === "OPTIONAL" && ["WAITING", "OPEN", "DOING", "FAILED"].includes(String(one["nodeStatus"])),
  );
  return (
    <section className="pg-section st-panel" aria-label={say(["引入进度", "Onboarding progress"])}>
      <header>
        <h2 className="pg-h2">{say(["引入进度", "Onboarding progress"])}</h2>
        {load.data ? (
          <>
            <span className="st-no">{String(load.data["trackNo"] ?? "")}</span>
            <StatusTag entity={track} code={load.data["trackStatus"]} />
          </>
        ) : null}
        <span className="pg-grow" />
        {load.data && running && inside && skippable && viewer.may("btnSkip") ? (
          <Button size="small" onClick={() => void runner.run("doSkip", load.data!)}>
            {say(["跳过节点", "Skip a node"])}
          </Button>
        ) : null}
        {load.data && running && inside && viewer.may("btnStop") ? (
          <Button size="small" danger onClick={() => void runner.run("doStop", load.data!)}>
            {say(["终止引入", "Stop"])}
          </Button>
        ) : null}
      </header>
      <PanelState load={load} empty={say(["还没有引入", "No onboarding yet"])} isEmpty={(row) => !row}>
        {(row) => <Stepper of={row} />}
      </PanelState>
      {runner.dialogs}
    </section>
  );
}

/** All introductions of a supplier, the newest first; a supplier sees its own. */
export function SupplierTracks({ supplierId }: { readonly supplierId: string }) {
  const say = useText();
  const load = useRows(track, { supplierId: [supplierId], pageRows: 50 });
  return (
    <PanelState load={load} empty={say(["还没有引入。", "No onboarding yet."])} isEmpty={(rows) => rows.length === 0}>
      {(rows) => (
        <div className="st-all">
          {rows.map((row) => (
            <OneTrack key={String(row["id"])} row={row} />
          ))}
        </div>
      )}
    </PanelState>
  );
}

function OneTrack({ row }: { readonly row: Row }) {
  const load = useLoad(`track:${String(row["id"])}:${String(row["versionNum"])}`, () => entityCall.find(track, String(row["id"])));
  const names = (row["categoryNames"] as readonly string[] | undefined) ?? [];
  return (
    <article className="st-one">
      <header>
        <b>{String(row["trackNo"] ?? "")}</b>
        <StatusTag entity={track} code={row["trackStatus"]} />
        <span>{[row["orgName"], names.join("、")].filter(Boolean).join(" · ")}</span>
        <time>{[row["startDate"], row["endDate"]].filter(Boolean).join(" – ")}</time>
      </header>
      {load.data ? <Stepper of={load.data} /> : <div className="st-wait" />}
    </article>
  );
}
