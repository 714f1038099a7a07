import type { Row } from "#kernel/page-document.ts";
import { call, CallError, download, saveBlob } from "#kernel/web/call.ts";
import { Box } from "#kernel/web/block/Box.tsx";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Blank } from "#kernel/web/part/Blank.tsx";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { TabBar } from "#kernel/web/part/TabBar.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import { Button, Input, Segmented, Select } from "antd";
import { Eye, FileCode2, WandSparkles } from "lucide-react";
import { useId, useState } from "react";

export const page = { route: "devtoolsGeneratorCode", title: ["代码生成", "Code generator"] };

type From = "TABLE" | "MODEL";

interface Made {
  readonly path: string;
  readonly text: string;
}

/** A declaration from a table or from another declaration: look at it first, then take it away. */
export default function Generator() {
  return (
    <OwnPage>
      <Workshop />
    </OwnPage>
  );
}

const path = "generatorServer/v1/baseGeneratorRest/generatorCode";

function Workshop() {
  const say = useText();
  const tab = useTab();
  const viewer = useViewer();
  const title = usePageTitle(["代码生成", "Code generator"]);
  const [from, setFrom] = useState<From>(tab.query.tableName ? "TABLE" : "MODEL");
  const [source, setSource] = useState<string | null>(tab.query.tableName ?? null);
  const [name, setName] = useState("");
  const [made, setMade] = useState<readonly Made[] | null>(null);
  const [off, setOff] = useState("");
  const body = { from, tableName: source, name: name.trim() };
  const work = async (does: () => Promise<unknown>): Promise<void> => {
    try {
      setOff("");
      await does();
    } catch (error) {
      if (error instanceof CallError && error.code === "GEN_DISABLED") setOff(error.msg);
      else toast.error(error);
    }
  };
  const preview = () => work(async () => setMade((await call<{ files: readonly Made[] }>(path, { ...body, preview: true })).data.files));
  const take = () => work(async () => saveBlob(await download(path, body)));
  return (
    <PageFrame
      title={title}
      truth={
        <span>
          {say([
            "生成的是实体声明：表、校验、调用、页面、Excel、权限和历史都由它而来",
            "The result is a declaration: table, checks, calls, pages, Excel, permissions and history follow from it",
          ])}
        </span>
      }
      buttons={
        <>
          {viewer.may("btnPreview") ? (
            <Button icon={<Eye size={14} />} disabled={source === null} onClick={() => void preview()}>
              {say(["预览", "Preview"])}
            </Button>
          ) : null}
          {viewer.may("btnGenerate") ? (
            <Button type="primary" icon={<WandSparkles size={14} />} disabled={source === null} onClick={() => void take()}>
              {say(["生成并下载", "Generate"])}
            </Button>
          ) : null}
        </>
      }
    >
      <SourceForm
        from={from}
        source={source}
        name={name}
        setFrom={(next) => (setFrom(next), setSource(null), setMade(null))}
        setSource={(next) => (setSource(next), setMade(null))}
        setName={setName}
      />
      {off ? (
        <Notice tone="warning" alert>
          {off}
          {say(["。在系统配置里把 DEV_TOOLS 设为“是”后可用。", ". Set DEV_TOOLS to yes in the settings to use it."])}
        </Notice>
      ) : null}
      {made === null ? (
        <Blank
          icon={FileCode2}
          title={say(["还没有预览", "Nothing to show yet"])}
          text={say([
            "选择来源后点“预览”，看到文件内容再下载。",
            "Choose a source and press Preview. Check the files before downloading them.",
          ])}
        />
      ) : (
        <Files files={made} />
      )}
    </PageFrame>
  );
}

interface FormProps {
  readonly from: From;
  readonly source: string | null;
  readonly name: string;
  setFrom(from: From): void;
  setSource(source: string): void;
  setName(name: string): void;
}

/** What it is made from, and what the new one is called. */
function SourceForm({ from, source, name, setFrom, setSource, setName }: FormProps) {
  const say = useText();
  const load = useLoad(from, async () => {
    const [list, field] =
      from === "TABLE"
        ? ["baseServer/v1/informationSchemaRestful/listTableByPage", "tableName"]
        : ["baseServer/v1/baseTableModelRestful/listModels", "entity"];
    const { data } = await call<readonly Row[]>(list, from === "TABLE" ? { pageRows: 5000 } : {});
    return data.map((row) => ({ value: String(row[field]), label: `${String(row[field])} ${String(row["label"] ?? "")}`.trim() }));
  });
  return (
    <Box soft>
      <Inline gap="m" align="end">
        <Labelled label={say(["来源", "From"])}>
          <Segmented
            value={from}
            options={[
              { value: "MODEL", label: say(["模型", "Model"]) },
              { value: "TABLE", label: say(["数据库表", "Table"]) },
            ]}
            onChange={(next) => setFrom(next as From)}
          />
        </Labelled>
        <Labelled label={from === "TABLE" ? say(["表", "Table"]) : say(["实体", "Entity"])}>
          <Select
            showSearch={{ optionFilterProp: "label" }}
            style={{ width: 340 }}
            value={source}
            loading={load.loading}
            aria-label={say(["来源对象", "Source"])}
            placeholder={say(["请选择", "Choose"])}
            options={load.data ?? []}
            onChange={(next: string) => setSource(next)}
          />
        </Labelled>
        <Labelled label={say(["新实体名（可空）", "Name of the new entity (optional)"])}>
          <Input style={{ width: 240 }} value={name} placeholder="SrmSupBrand" onChange={(event) => setName(event.target.value)} />
        </Labelled>
      </Inline>
    </Box>
  );
}

function Files({ files }: { readonly files: readonly Made[] }) {
  const say = useText();
  const panel = useId();
  const [now, setNow] = useState(files[0]!.path);
  const shown = files.find((file) => file.path === now) ?? files[0]!;
  return (
    <Stack gap="s" grow>
      <TabBar
        tabs={files.map((file) => ({ key: file.path, label: [file.path, file.path] }))}
        now={shown.path}
        label={["文件", "Files"]}
        panel={panel}
        choose={setNow}
      />
      <pre id={panel} role="tabpanel" tabIndex={0} className="bk-code bk-code-fill" aria-label={say(["文件内容", "Contents of the file"])}>
        {shown.text}
      </pre>
    </Stack>
  );
}
