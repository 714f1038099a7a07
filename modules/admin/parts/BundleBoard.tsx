import { Section } from "#kernel/web/block/Section.tsx";
import { Columns, Stack } from "#kernel/web/block/layout.tsx";
import { call, saveBlob } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { PageFrame } from "#kernel/web/part/OwnPage.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, Checkbox, Input } from "antd";
import { Download, FileJson, GitCompare } from "lucide-react";
import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { bundleParts, keyOf } from "./bundle.ts";
import type { BundleDifference, BundlePart } from "./bundle.ts";
import { BundleDifferences } from "./BundleDifferences.tsx";
import type { Taken } from "./BundleDifferences.tsx";

const path = (name: string): string => `baseServer/baseConfigService/${name}`;
const least = 8;

interface Compared {
  readonly madeAt: string;
  readonly madeBy: string;
  readonly differences: readonly BundleDifference[];
  readonly results?: readonly Taken[];
}

interface Picked {
  readonly name: string;
  readonly bundle: unknown;
}

/** Settings carried from one installation to another: taken along here, compared there, taken in piece by piece. */
export function BundleBoard() {
  const say = useText();
  const viewer = useViewer();
  const [compared, setCompared] = useState<Compared | null>(null);
  const [asked, setAsked] = useState<{ readonly bundle: unknown; readonly passphrase: string } | null>(null);
  const [taken, setTaken] = useState<ReadonlyMap<string, Taken>>(new Map());
  const compare = async (bundle: unknown, passphrase: string): Promise<void> => {
    const { data } = await call<Compared>(path("importBundle"), { bundle, passphrase });
    setAsked({ bundle, passphrase });
    setCompared(data);
    setTaken(new Map());
  };
  const take = async (codes: readonly string[]): Promise<void> => {
    const yes = await confirm({
      title: [`采纳 ${codes.length} 项设置？`, `Import ${codes.length} settings?`],
      text: [
        "逐项按本环境的规则保存，并记入操作日志。",
        "Each is checked by the rules of this installation and recorded in the operation log.",
      ],
      confirm: ["采纳", "Import"],
    });
    if (!yes) return;
    const { data } = await call<Compared>(path("importBundle"), { ...asked, dryRun: false, codes });
    const results = data.results ?? [];
    setTaken(new Map([...taken, ...results.map((entry) => [keyOf(entry), entry] as const)]));
    const bad = results.filter((candidate) => candidate.status === "E").length;
    if (bad > 0) toast.warning([`${results.length - bad} 项已采纳，${bad} 项被拒绝`, `${results.length - bad} imported, ${bad} refused`]);
    else toast.success([`${results.length} 项已采纳`, `${results.length} imported`]);
  };
  return (
    <PageFrame
      title={say(["配置包", "Configuration bundle"])}
      truth={say(["从一个环境导出，在另一个环境比较后逐项采纳", "Export here, compare there, import item by item"])}
    >
      <Stack gap="l" scroll>
        <Columns of={{ least: 320 }} gap="xl">
          <Export />
          {viewer.may("btnSave") ? <Import compare={compare} again={compared !== null} /> : null}
        </Columns>
        {compared === null ? null : (
          <BundleDifferences
            madeAt={compared.madeAt}
            madeBy={compared.madeBy}
            differences={compared.differences}
            taken={taken}
            take={take}
            again={() => compare(asked!.bundle, asked!.passphrase)}
          />
        )}
      </Stack>
    </PageFrame>
  );
}

function Door({ title, text, children }: { readonly title: string; readonly text: string; readonly children: ReactNode }) {
  return (
    <Section title={title}>
      <p className="pg-hint">{text}</p>
      {children}
    </Section>
  );
}

function Passphrase({ value, change, label }: { readonly value: string; change(value: string): void; readonly label: string }) {
  return (
    <Input.Password
      value={value}
      autoComplete="new-password"
      placeholder={label}
      aria-label={label}
      onChange={(event) => change(event.target.value)}
    />
  );
}

/** The settings of this installation as one signed file. */
function Export() {
  const say = useText();
  const [parts, setParts] = useState<readonly BundlePart[]>(bundleParts.map(([part]) => part));
  const [passphrase, setPassphrase] = useState("");
  const { busy, error, run } = useWork();
  const save = (): Promise<void> =>
    run(async () => {
      const { data } = await call<{ madeAt: string }>(path("exportBundle"), { parts, passphrase });
      const stamp = data.madeAt.replaceAll(/\D/g, "").slice(0, 12);
      saveBlob({ blob: new Blob([JSON.stringify(data)], { type: "application/json" }), fileName: `BASE-SRM-config-${stamp}.json` });
      setPassphrase("");
      toast.success(["配置包已导出，请把口令告诉导入的人", "Exported. Give the passphrase to the person who imports it"]);
    });
  return (
    <Door
      title={say(["导出", "Include"])}
      text={say([
        "以编码代替编号，不含密钥、账号和业务数据。",
        "Uses codes instead of ids. Contains no secrets, accounts or business data.",
      ])}
    >
      <form onSubmit={(event) => (event.preventDefault(), void save())}>
        <Stack gap="s">
          <Checkbox.Group
            value={[...parts]}
            options={bundleParts.map(([value, label]) => ({ value, label: say(label) }))}
            onChange={(next) => setParts(next as BundlePart[])}
          />
          <Passphrase
            value={passphrase}
            change={setPassphrase}
            label={say([`签名口令，至少 ${least} 位`, `Passphrase that signs it, at least ${least} characters`])}
          />
          <Button htmlType="submit" icon={<Download size={14} />} loading={busy} disabled={parts.length === 0 || passphrase.length < least}>
            {say(["导出配置包", "Export"])}
          </Button>
          {error ? (
            <p className="pg-error" role="alert">
              {error}
            </p>
          ) : null}
        </Stack>
      </form>
    </Door>
  );
}

/** A file from another installation, opened by its passphrase and compared; nothing is written yet. */
function Import({ compare, again }: { compare(bundle: unknown, passphrase: string): Promise<void>; readonly again: boolean }) {
  const say = useText();
  const input = useRef<HTMLInputElement>(null);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [passphrase, setPassphrase] = useState("");
  const { busy, error, run } = useWork();
  const read = (file: File | undefined): Promise<void> =>
    run(async () => {
      setPicked(null);
      if (!file) return;
      try {
        setPicked({ name: file.name, bundle: JSON.parse(await file.text()) as unknown });
      } catch {
        throw new Error(say(["这不是配置包文件", "This file is not a configuration bundle"]));
      }
    });
  return (
    <Door
      title={say(["导入", "Import"])}
      text={say(["先比较，不写入任何数据；之后选择要采纳的项。", "It is compared first; you choose afterwards what to import."])}
    >
      <form onSubmit={(event) => (event.preventDefault(), picked && void run(() => compare(picked.bundle, passphrase)))}>
        <Stack gap="s">
          <input
            ref={input}
            hidden
            type="file"
            accept=".json,application/json"
            aria-label={say(["配置包文件", "Bundle file"])}
            onChange={(event) => {
              void read(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
          <Button icon={<FileJson size={14} />} onClick={() => input.current?.click()}>
            {picked?.name ?? say(["选择配置包文件", "Choose the file"])}
          </Button>
          <Passphrase value={passphrase} change={setPassphrase} label={say(["导出时的签名口令", "Passphrase used for signing"])} />
          <Button
            {...(again ? {} : { type: "primary" as const })}
            htmlType="submit"
            icon={<GitCompare size={14} />}
            loading={busy}
            disabled={picked === null || passphrase.length < least}
          >
            {say(["与本环境比较", "Compare"])}
          </Button>
          {error ? (
            <p className="pg-error" role="alert">
              {error}
            </p>
          ) : null}
        </Stack>
      </form>
    </Door>
  );
}
