import type { Row } from "#kernel/page-document.ts";
import { titleOf } from "#kernel/page-document.ts";
import { Box } from "#kernel/web/block/Box.tsx";
import { Inline } from "#kernel/web/block/layout.tsx";
import { Badge } from "#kernel/web/block/Notice.tsx";
import { call } from "#kernel/web/call.ts";
import { currentLanguage, useText } from "#kernel/web/language.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { TabBar } from "#kernel/web/part/TabBar.tsx";
import { useSession } from "#kernel/web/session.ts";
import type { Text } from "#kernel/text.ts";
import { Button } from "antd";
import { ChevronDown, ChevronRight, Paperclip, Plus, RotateCcw, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { changeLine, supplierChange } from "../change.entity.ts";
import { changeable, fileParts, type FilePart } from "../change.ts";
import { sectionWords } from "../change.words.ts";
import { guardOf } from "../guards.ts";
import { LineWriter, touchedAt, touchedIn, useTouched, type Touched } from "./changeStore.tsx";
import { Comparison } from "./Comparison.tsx";
import { FieldRows } from "./FieldRows.tsx";

/** A row of any table of the file, with what some of them say of its end. */
type FileRow = Row & { readonly id: string; readonly enabledFlag?: string; readonly certStatus?: string; readonly contactRole?: unknown };
type File = Readonly<Record<string, readonly FileRow[]>>;

/** The file of the chosen supplier beside what shall become of it; once it is under way, only the comparison. */
export function ChangeSheet({ model }: { readonly model: EditModel<typeof supplierChange> }) {
  const say = useText();
  const { doc, base } = useStore(model.state);
  const supplierId = String(doc.supplierId ?? "");
  useOwnSupplier(model);
  const editable = model.editable();
  const load = useLoad(`file:${supplierId}:${String(base?.versionNum ?? "")}`, async (): Promise<File | null> =>
    editable && supplierId ? (await call<File>("srmServer/v1/srmSupChangeInfoRestful/findFile", { supplierId })).data : {},
  );
  if (!editable && base) return <Comparison change={base} />;
  if (!supplierId)
    return <p className="pg-faint pg-section">{say(["选择供应商后显示其现有信息", "Choose a supplier to see its profile"])}</p>;
  return (
    <section className="pg-section" data-section="lines" aria-label={say(["变更内容", "What changes"])}>
      <h2 className="pg-h2">{say(["变更内容", "What changes"])}</h2>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(file) => <Sections model={model} file={file ?? {}} />}
      </PanelState>
    </section>
  );
}

/** A supplier changes its own file: nothing to choose. */
function useOwnSupplier(model: EditModel<typeof supplierChange>): void {
  const own = useSession((state) => state.record?.user.supplierId ?? null);
  const { doc, base } = useStore(model.state);
  const needed = model.viewer.audience === "supplier" && base === null && !doc.supplierId && own !== null;
  useEffect(() => {
    if (needed) model.patch({ supplierId: own });
  }, [needed, own, model]);
}

function Sections({ model, file }: { readonly model: EditModel<typeof supplierChange>; readonly file: File }) {
  const touched = useTouched(model);
  const writer = new LineWriter(model, touched);
  const parts = fileParts.filter((part) => changeable(part, model.viewer.audience).length > 0);
  const sections = [...new Set(parts.map((part) => part.section))];
  const [now, setNow] = useState(sections[0]!);
  const count = (section: string): number =>
    [...touched.values()].filter((candidate) =>
      parts.some((part) => part.section === section && part.entity.name === candidate.row.entityName),
    ).length;
  return (
    <>
      <TabBar
        tabs={sections.map((section) => ({ key: section, label: sectionWords[section]!, count: count(section) || undefined }))}
        now={now}
        label={["板块", "Sections"]}
        choose={setNow}
      />
      {parts
        .filter((part) => part.section === now)
        .map((part) =>
          part.section === "BASIC" ? (
            <Basics key={part.entity.name} model={model} part={part} row={file[part.entity.name]?.[0]} touched={touched} writer={writer} />
          ) : (
            <Rows key={part.entity.name} model={model} part={part} rows={file[part.entity.name] ?? []} touched={touched} writer={writer} />
          ),
        )}
    </>
  );
}

interface PartProps {
  readonly model: EditModel<typeof supplierChange>;
  readonly part: FilePart;
  readonly touched: ReadonlyMap<string, Touched>;
  readonly writer: LineWriter;
}

function Basics({ row, ...props }: PartProps & { readonly row: FileRow | undefined }) {
  if (!row) return null;
  return (
    <>
      <FieldRows {...props} rowId={String(row.id)} stored={row} />
      <Proof {...props} rowId={String(row.id)} />
    </>
  );
}

/** Proof of what is changed in a row: it goes with the first line about it. */
function Proof({ model, part, touched, writer, rowId }: PartProps & { readonly rowId: string }) {
  const lines = touchedIn(touched, part, rowId);
  const holding = lines.find((line) => line.row.fileIds) ?? lines.find((line) => line.row.fieldKey === "fileIds") ?? lines[0];
  const guarded = lines.some((line) => guardOf(part.entity.name, String(line.row.fieldKey)) !== "FREE");
  if (!holding || (!guarded && !("fileIds" in part.entity.fields))) return null;
  return (
    <FilesBlock
      entity={changeLine}
      fieldKey="fileIds"
      row={holding.row}
      showVisibility={false}
      change={(value) => writer.set(holding, "fileIds", value || null)}
      busy={(count) => model.hold(`lines.${holding.key}`, count)}
    />
  );
}

/** The rows of a table of the file, and those that shall come. */
function Rows({ rows, ...props }: PartProps & { readonly rows: readonly FileRow[] }) {
  const say = useText();
  const { part, touched, writer } = props;
  const added = [
    ...new Set(
      [...touched.values()]
        .filter((candidate) => candidate.row.entityName === part.entity.name && candidate.row.rowAction === "ADD")
        .map((entry) => String(entry.row.rowId)),
    ),
  ];
  const [blank, setBlank] = useState<readonly string[]>([]);
  const fresh = [...new Set([...added, ...blank])];
  const live = rows.filter((row) => row.enabledFlag !== "N" && row.certStatus !== "REPLACED");
  const open = (): void => {
    let no = fresh.length + 1;
    while (fresh.includes(`new${no}`)) no += 1;
    setBlank([...blank, `new${no}`]);
  };
  return (
    <div>
      {live.map((row) => (
        <StoredRow key={String(row.id)} {...props} row={row} />
      ))}
      {fresh.map((id) => (
        <Box
          key={id}
          title={say([`新增${part.entity.label[0]}`, `New ${part.entity.label[1].toLowerCase()}`])}
          end={
            <Button
              type="text"
              icon={<Trash2 size={14} />}
              onClick={() => {
                setBlank(blank.filter((other) => other !== id));
                writer.forget(touchedIn(touched, part, id));
              }}
            >
              {say(["取消新增", "Leave out"])}
            </Button>
          }
        >
          <FieldRows {...props} rowId={id} stored={undefined} />
          <Proof {...props} rowId={id} />
        </Box>
      ))}
      {live.length + fresh.length === 0 ? (
        <p className="pg-faint pg-panel-empty">{say([`还没有${part.entity.label[0]}`, `No ${part.entity.label[1].toLowerCase()} yet`])}</p>
      ) : null}
      <Inline>
        <Button icon={<Plus size={14} />} onClick={open}>
          {say([`新增${part.entity.label[0]}`, `Add ${part.entity.label[1].toLowerCase()}`])}
        </Button>
      </Inline>
    </div>
  );
}

const endWord: Readonly<Record<FilePart["ends"], Text>> = {
  flag: ["停用", "Disable"],
  drop: ["移除", "Remove"],
  never: ["停用", "Disable"],
};

function StoredRow({ row, ...props }: PartProps & { readonly row: FileRow }) {
  const say = useText();
  const { part, touched, writer } = props;
  const id = String(row.id);
  const lines = touchedIn(touched, part, id);
  const ended = touchedAt(touched, part, id, "enabledFlag")?.row.rowAction === "DISABLE";
  const [open, setOpen] = useState(lines.length > 0 && !ended);
  const action = useLookup("ROW_ACTION");
  const title = titleOf(part.entity, row, currentLanguage());
  const roles = Array.isArray(row.contactRole) ? "" : title.rest;
  return (
    <Box
      muted={ended}
      label={title.main}
      title={
        <>
          <Button
            type="text"
            icon={open ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
            aria-expanded={open}
            aria-label={say([`展开${title.main}`, `Open ${title.main}`])}
            disabled={ended}
            onClick={() => setOpen(!open)}
          />
          {ended ? <del>{title.main}</del> : title.main} <span className="pg-code">{roles}</span>
          {lines.length ? (
            <Badge>{ended ? action.meaning("DISABLE") : say([`修改 ${lines.length} 项`, `${lines.length} changed`])}</Badge>
          ) : null}
        </>
      }
      end={
        <>
          {"fileIds" in part.entity.fields && !ended && lines.length === 0 ? (
            <Button
              type="text"
              icon={<Paperclip size={14} />}
              onClick={() => (setOpen(true), writer.write(part, id, "fileIds", null, row))}
            >
              {say(["补充附件", "Add files"])}
            </Button>
          ) : null}
          {part.ends === "never" ? null : ended ? (
            <Button type="text" icon={<RotateCcw size={14} />} onClick={() => writer.forget(lines)}>
              {say(["恢复", "Keep"])}
            </Button>
          ) : (
            <Button type="text" icon={<Trash2 size={14} />} onClick={() => (setOpen(false), writer.end(part, id))}>
              {say(endWord[part.ends])}
            </Button>
          )}
        </>
      }
    >
      {open && !ended ? (
        <>
          <FieldRows {...props} rowId={id} stored={row} />
          <Proof {...props} rowId={id} />
        </>
      ) : null}
    </Box>
  );
}
