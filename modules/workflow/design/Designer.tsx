import { Mark } from "#kernel/web/block/Mark.tsx";
import { DesignBoard, DesignCanvas, DesignTools, ToolGap } from "#kernel/web/diagram/DesignBoard.tsx";
import { Button, Select } from "antd";
import { Ellipsis, Maximize, Minus, Plus, Redo2, Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Seen } from "#kernel/seen.ts";
import { saveBlob } from "#kernel/web/call.ts";
import { comboText, useKey } from "#kernel/web/keys.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useShown } from "#kernel/web/page/shown.ts";
import { EditWaiting } from "#kernel/web/page/states.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { MenuButton } from "#kernel/web/part/Popup.tsx";
import { TabBar } from "#kernel/web/part/TabBar.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { bpmModel, bpmModelVersion } from "../model.entity.ts";
import { fit, paletteWidth, type Desk } from "../diagram/desk.tsx";
import { importInto, Problems, Versions } from "./Beside.tsx";
import { useBill, useBills, type BillContext } from "./bill.tsx";
import { CompareDialog, ImportDialog, PublishDialog, XmlDialog } from "./Dialogs.tsx";
import { ElementPane } from "./ElementPane.tsx";
import { FormPane } from "./FormPane.tsx";
import { SimulatePane } from "./SimulatePane.tsx";
import { useDeskState, useDesign, type Design, type Drawn } from "./useDesign.tsx";

type Pane = "element" | "form" | "problems" | "simulate" | "versions";
type Open = "xml" | "import" | "publish" | { readonly compare: string } | null;

/** A process drawn, set, checked, tried and published. */
export default function Designer({ id }: { readonly id: string }) {
  const design = useDesign(id);
  if (design.model === null || design.desk === null)
    return <EditWaiting label={["流程设计", "process designer"]} error={design.error} again={design.again} />;
  return <Board design={design} model={design.model} desk={design.desk} />;
}

interface BoardProps {
  readonly design: Design;
  readonly model: Drawn;
  readonly desk: Desk;
}

const versionsOf = async (modelId: string): Promise<readonly Seen<typeof bpmModelVersion>[]> =>
  (await entityCall.page(bpmModelVersion, { pageIndex: 1, pageRows: 50, modelId: [modelId] })).data;

function Board({ design, model, desk }: BoardProps) {
  const say = useText();
  const viewer = useViewer();
  const shown = useShown();
  const work = useWork();
  const [pane, setPane] = useState<Pane>("element");
  const [open, setOpen] = useState<Open>(null);
  const isFree = model.billTypeCode === "FREE_FORM";
  const bill = useBill(model.billTypeCode ?? null, isFree ? model.formConfig : null);
  const { problems, xml, definition } = useDeskState(desk, (state) => state);
  const versions = useLoad(`versions:${String(model.id)}:${String(model.currentVersion)}`, () => versionsOf(String(model.id)));
  const readOnly = !viewer.may("btnSave");
  const models = useModels(model);
  useEffect(
    () => desk.check(bill.entity ? { money: bill.money, fields: new Set(bill.fields.map((field) => field.key)) } : {}),
    [desk, bill],
  );
  useKey("Mod+S", ["保存", "Save"], () => void design.save().then((saved) => saved && toast.success(["已保存", "Saved"])), {
    off: readOnly,
  });
  const publish = (note: string): Promise<void> =>
    work.run(async () => {
      const saved = design.dirty ? await design.save() : model;
      if (!saved) return;
      const { document } = await entityCall.act(bpmModel, "doPublish", {
        id: model.id,
        versionNum: saved.versionNum,
        changeNote: note,
      });
      design.take(document);
      tellChanged({ entity: bpmModel.name, id: String(model.id), document });
      versions.again();
      setOpen(null);
      toast.success([`已发布第 ${String(document.currentVersion)} 版`, `Version ${String(document.currentVersion)} is published`]);
    });
  const tabs = [
    { key: "element", label: ["属性", "Properties"] as const },
    ...(isFree ? [{ key: "form", label: ["表单", "Form"] as const }] : []),
    { key: "problems", label: ["问题", "Problems"] as const, count: problems.length, bad: problems.length > 0 },
    ...(viewer.may("btnSimulate") ? [{ key: "simulate", label: ["模拟", "Simulate"] as const }] : []),
    { key: "versions", label: ["版本", "Versions"] as const, count: versions.data?.length },
  ];
  return (
    <>
      <DesignBoard
        head={
          <Head
            design={design}
            model={model}
            desk={desk}
            readOnly={readOnly}
            open={setOpen}
            bill={bill}
            chooseBill={(billTypeCode) => design.patch({ billTypeCode })}
          />
        }
        canvas={<Sheet desk={desk} />}
        label={say(["设计旁栏", "Next to the diagram"])}
        tabs={<TabBar tabs={tabs} now={pane} label={["设计", "Design"]} choose={(key) => setPane(key as Pane)} />}
        panel={say(tabs.find((tab) => tab.key === pane)!.label)}
      >
        {pane === "element" ? <ElementPane desk={desk} bill={bill} readOnly={readOnly} models={models} /> : null}
        {pane === "form" && isFree ? (
          <FormPane form={model.formConfig} scope={model.startScope} readOnly={readOnly} change={design.patch} />
        ) : null}
        {pane === "problems" ? <Problems desk={desk} goTo={(id) => (desk.goTo(id), setPane("element"))} /> : null}
        {pane === "simulate" ? (
          <SimulatePane
            modelId={String(model.id)}
            xml={xml}
            definition={definition}
            bill={bill}
            cases={model.testCases}
            readOnly={readOnly}
            keepCases={(testCases) => design.patch({ testCases })}
          />
        ) : null}
        {pane === "versions" ? (
          <Versions versions={versions.data ?? []} desk={desk} compare={(id) => setOpen({ compare: id })} readOnly={readOnly} />
        ) : null}
      </DesignBoard>
      {shown && open === "xml" ? <XmlDialog xml={xml} close={() => setOpen(null)} /> : null}
      {shown && open === "import" ? <ImportDialog take={(text) => importInto(desk, text)} close={() => setOpen(null)} /> : null}
      {shown && open === "publish" ? (
        <PublishDialog
          next={Number(model.currentVersion ?? 0) + 1}
          busy={work.busy}
          error={work.error}
          running={null}
          publish={(note) => void publish(note)}
          close={() => (work.clear(), setOpen(null))}
        />
      ) : null}
      {shown && typeof open === "object" && open !== null ? (
        <CompareDialog versions={versions.data ?? []} drawn={desk.xml} first={open.compare} close={() => setOpen(null)} />
      ) : null}
    </>
  );
}

const noModels: readonly { readonly key: string; readonly name: string }[] = [];

/** The other published processes, for calls. */
function useModels(model: Drawn): readonly { readonly key: string; readonly name: string }[] {
  const load = useLoad("models", async () =>
    (await entityCall.page(bpmModel, { pageIndex: 1, pageRows: 200, status: ["PUBLISHED"] })).data
      .filter((row) => row.id !== model.id)
      .map((row) => ({ key: String(row.modelKey), name: String(row.nameCn) })),
  );
  return load.data ?? noModels;
}

interface HeadProps extends BoardProps {
  readonly readOnly: boolean;
  readonly bill: BillContext;
  open(what: Open): void;
  chooseBill(code: string | null): void;
}

function Head({ design, model, desk, readOnly, bill, open, chooseBill }: HeadProps) {
  const say = useText();
  const viewer = useViewer();
  const { problems } = useDeskState(desk, (state) => state);
  const may = (button: string): boolean => viewer.may(button);
  const version = model.currentVersion;
  const exportFile = async (): Promise<void> =>
    saveBlob({ blob: new Blob([await desk.xml()], { type: "application/xml" }), fileName: `${String(model.modelKey)}.bpmn` });
  const more = [
    { key: "xml", label: say(["查看 XML", "View XML"]), run: () => open("xml") },
    ...(may("btnExport") ? [{ key: "export", label: say(["导出 BPMN", "Export BPMN"]), run: () => void exportFile() }] : []),
    ...(may("btnImport") && !readOnly ? [{ key: "import", label: say(["导入 BPMN", "Import BPMN"]), run: () => open("import") }] : []),
  ];
  return (
    <>
      <header className="pg-edit-head">
        <div className="pg-edit-title">
          <h1>
            {desk.language === "EN" ? String(model.nameEn || model.nameCn) : String(model.nameCn)}
            <StatusTag entity={bpmModel} code={model.status} />
          </h1>
          <p>
            <span>{String(model.modelKey)}</span>
            <span>
              {version
                ? say([`已发布到第 ${String(version)} 版`, `Published up to version ${String(version)}`])
                : say(["还没有发布过", "Never published"])}
            </span>
            {design.dirty ? <span className="pg-unsaved">{say(["有改动未保存", "Unsaved changes"])}</span> : null}
          </p>
        </div>
        <div className="pg-bar">
          {readOnly ? null : (
            <Button
              loading={design.busy}
              disabled={!design.dirty}
              onClick={() => void design.save().then((saved) => saved && toast.success(["已保存", "Saved"]))}
            >
              {say(["保存", "Save"])} <kbd>{comboText("Mod+S")}</kbd>
            </Button>
          )}
          {may("btnPublish") ? (
            <Button
              type="primary"
              disabled={problems.length > 0}
              title={problems.length > 0 ? say([`先解决 ${problems.length} 个问题`, `Fix ${problems.length} problems first`]) : undefined}
              onClick={() => open("publish")}
            >
              {say(["发布", "Publish"])}
            </Button>
          ) : null}
          <MenuButton label={say(["更多操作", "More actions"])} items={more} align="end">
            <Button type="text" aria-label={say(["更多操作", "More actions"])} icon={<Ellipsis size={16} />} />
          </MenuButton>
        </div>
      </header>
      <Tools desk={desk} readOnly={readOnly} bill={bill} chooseBill={chooseBill} />
    </>
  );
}

function Tools({ desk, readOnly, bill, chooseBill }: Pick<HeadProps, "desk" | "readOnly" | "bill" | "chooseBill">) {
  const say = useText();
  const bills = useBills();
  const { canUndo, canRedo, zoom, problems } = useDeskState(desk, (state) => state);
  const stack = desk.modeler.get("commandStack");
  const tool = (label: readonly [string, string], Icon: typeof Undo2, press: () => void, off = false) => (
    <button type="button" className="s-icon-btn" aria-label={say(label)} title={say(label)} disabled={off} onClick={press}>
      <Icon size={16} />
    </button>
  );
  return (
    <DesignTools label={say(["画图工具", "Diagram tools"])}>
      {readOnly ? null : tool(["撤销 Ctrl+Z", "Undo Ctrl+Z"], Undo2, () => stack.undo(), !canUndo)}
      {readOnly ? null : tool(["重做 Ctrl+Y", "Redo Ctrl+Y"], Redo2, () => stack.redo(), !canRedo)}
      {readOnly ? null : <ToolGap />}
      {tool(["缩小", "Zoom out"], Minus, () => desk.zoom(1 / 1.2))}
      <span className="pg-figure pg-faint">{Math.round(zoom * 100)}%</span>
      {tool(["放大", "Zoom in"], Plus, () => desk.zoom(1.2))}
      {tool(["看全图", "Fit"], Maximize, () => desk.zoom("fit"))}
      <ToolGap />
      <Select
        style={{ width: 240 }}
        size="small"
        allowClear
        showSearch={{ optionFilterProp: "label" }}
        value={bill.code}
        placeholder={say(["按哪种单据检查字段和条件", "Check fields and conditions for …"])}
        aria-label={say(["单据类型", "Document type"])}
        disabled={readOnly}
        options={bills.map((row) => ({
          value: String(row.billTypeCode),
          label: `${say([String(row.billTypeName), String(row.billTypeNameEn || row.billTypeName)])} ${String(row.billTypeCode)}`,
        }))}
        onChange={(code?: string) => chooseBill(code ?? null)}
      />
      <span className="pg-grow" />
      <span role="status">
        <Mark tone={problems.length > 0 ? "error" : "success"}>
          {problems.length > 0 ? say([`${problems.length} 个问题`, `${problems.length} problems`]) : say(["可以发布", "Ready to publish"])}
        </Mark>
      </span>
    </DesignTools>
  );
}

/** The paper: the drawing hangs itself in and out as the tab is shown and hidden. */
function Sheet({ desk }: { readonly desk: Desk }) {
  const say = useText();
  const place = useRef<HTMLDivElement>(null);
  const fitted = useRef(false);
  useEffect(() => {
    desk.modeler.attachTo(place.current!);
    const canvas = desk.modeler.get("canvas");
    canvas.resized();
    if (!fitted.current) fit(canvas, paletteWidth);
    fitted.current = true;
    const watch = new ResizeObserver(() => canvas.resized());
    watch.observe(place.current!);
    return () => {
      watch.disconnect();
      desk.modeler.detach();
    };
  }, [desk]);
  return <DesignCanvas place={place} label={say(["流程图画布", "Diagram"])} />;
}
