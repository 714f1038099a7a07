import { comboText, useKey } from "#kernel/web/keys.ts";
import { useText } from "#kernel/web/language.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Button } from "antd";
import { Download, Megaphone, PencilLine, Upload } from "lucide-react";
import { useRef } from "react";
import { useStore } from "zustand";
import type { RuleModel } from "./ruleModel.tsx";
import { useRuleWork, type RuleWork } from "./ruleWork.tsx";

interface Props {
  readonly model: RuleModel;
  readonly editable: boolean;
  reload(id: string | null): void;
}

/** What can be done with a version: save, publish, revise, end, take it out to Excel and back. */
export function RuleButtons({ model, editable, reload }: Props) {
  const say = useText();
  const viewer = useViewer();
  const { head, judged } = useStore(model.state);
  const work = useRuleWork(model, reload);
  const { busy } = work;
  useKey("Mod+S", ["保存", "Save"], () => void work.save(), { off: !editable });
  const isStored = head.id !== null;
  const faults = judged.report.errors.length;
  return (
    <>
      {isStored ? <SheetButtons work={work} editable={editable} /> : null}
      {head.status === "EFFECTIVE" && viewer.may("btnInvalid") ? (
        <Button danger disabled={busy} onClick={() => void work.end()}>
          {say(["失效", "Invalidate"])}
        </Button>
      ) : null}
      {head.status !== "DRAFT" && viewer.may("btnSave") ? (
        <Button type="primary" icon={<PencilLine size={13} />} disabled={busy} onClick={() => void work.revise()}>
          {say(["修订", "Revise"])}
        </Button>
      ) : null}
      {editable ? (
        <Button disabled={busy || (isStored && model.unsaved() === 0)} onClick={() => void work.save()}>
          {say(["保存", "Save"])} <kbd>{comboText("Mod+S")}</kbd>
        </Button>
      ) : null}
      {head.status === "DRAFT" && viewer.may("btnPublish") ? (
        <Button
          type="primary"
          icon={<Megaphone size={13} />}
          disabled={busy || faults > 0}
          title={faults > 0 ? say([`还有 ${faults} 处问题`, `${faults} findings`]) : undefined}
          onClick={() => void work.publish()}
        >
          {say(["发布", "Publish"])}
        </Button>
      ) : null}
    </>
  );
}

/** Out to a workbook and back; what comes back stands in the table until it is saved. */
function SheetButtons({ work, editable }: { readonly work: RuleWork; readonly editable: boolean }) {
  const say = useText();
  const viewer = useViewer();
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      {viewer.may("btnExport") ? (
        <Button icon={<Download size={13} />} onClick={() => void work.out()}>
          {say(["导出", "Export"])}
        </Button>
      ) : null}
      {editable && viewer.may("btnImport") ? (
        <>
          <Button icon={<Upload size={13} />} onClick={() => file.current?.click()}>
            {say(["导入", "Import"])}
          </Button>
          <input
            ref={file}
            type="file"
            hidden
            accept=".xlsx,.csv"
            aria-label={say(["规则文件", "Rule file"])}
            onChange={(event) => {
              const picked = event.target.files?.[0];
              event.target.value = "";
              if (picked) void work.take(picked);
            }}
          />
        </>
      ) : null}
    </>
  );
}
