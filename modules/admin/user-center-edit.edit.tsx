import { ReadHead, ReadPage } from "#kernel/web/block/ReadPage.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { Columns, Inline } from "#kernel/web/block/layout.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import type { Field } from "#kernel/field.ts";
import type { Row } from "#kernel/page-document.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { CallError, messageOf } from "#kernel/web/call.ts";
import { ImageCropper } from "#kernel/web/file/ImageCropper.tsx";
import { comboText, useKey } from "#kernel/web/keys.ts";
import { inBoth } from "#kernel/text.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { FieldInput } from "#kernel/web/page/field/FieldInput.tsx";
import { Face } from "#kernel/web/part/Face.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { openPage } from "#kernel/web/router.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { sendPicture } from "#kernel/web/file/transfer.ts";
import { Button, Select } from "antd";
import { Camera } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { changeOwn, useOwn, zoneOptions } from "./parts/own.tsx";
import type { Own } from "./parts/own.tsx";

export const page = { route: "userCenter/editUserCenter", title: ["编辑资料", "Edit my account"] };

/** The few things about an account that are the person's own to change. */
export default function EditUserCenter() {
  const load = useOwn();
  return (
    <Ground>
      <ReadPage>
        <PanelState load={load} empty="" isEmpty={() => false}>
          {(own) => <Form own={own} />}
        </PanelState>
      </ReadPage>
    </Ground>
  );
}

const keys = ["displayName", "displayNameEn", "avatarFileId", "userLanguage", "timeZone", "defaultRespId"] as const;

function Form({ own }: { readonly own: Own }) {
  const say = useText();
  const tab = useTab();
  const language = useLanguage((state) => state.language);
  const stored: Row = { ...own, userLanguage: own.userLanguage ?? language, timeZone: own.timeZone ?? "" };
  const [values, setValues] = useState<Row>(() => Object.fromEntries(keys.map((key) => [key, stored[key]])));
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [value, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  const changed = keys.filter((key) => (values[key] ?? null) !== (stored[key] ?? null));
  const dirty = changed.length > 0;
  const { setDirty } = tab;
  useEffect(() => setDirty(dirty), [setDirty, dirty]);
  const leave = (): void => {
    setDirty(false);
    void openPage({ path: "userCenter" }).then(tab.close);
  };
  const patch = (next: Row): void => (setValues((now) => ({ ...now, ...next })), setErrors(new Map()), setSaid(""));
  const save = async (): Promise<void> => {
    if (!dirty || busy) return;
    if (!String(values["displayName"] ?? "").trim()) return setErrors(new Map([["displayName", say(["姓名必填", "Name is required"])]]));
    setBusy(true);
    try {
      await changeOwn("saveOwn", Object.fromEntries(changed.map((key) => [key, values[key] === "" ? null : values[key]])));
      // what is open shows times in the zone of before
      if (changed.includes("timeZone")) return location.reload();
      toast.success(["资料已保存", "Saved"]);
      leave();
    } catch (cause) {
      if (cause instanceof CallError) setErrors(new Map(cause.fieldErrors.map((fieldError) => [fieldError.path, fieldError.msg])));
      if (!(cause instanceof CallError) || cause.fieldErrors.length === 0) setSaid(messageOf(cause));
    } finally {
      setBusy(false);
    }
  };
  useKey("Mod+S", ["保存", "Save"], () => void save());
  return (
    <>
      <ReadHead
        title={say(["编辑资料", "Edit my account"])}
        facts={[
          dirty ? (
            <span key="unsaved" className="pg-unsaved">
              {say([`${changed.length} 处改动未保存`, `${changed.length} unsaved change${changed.length > 1 ? "s" : ""}`])}
            </span>
          ) : (
            own.userName
          ),
        ]}
        buttons={
          <>
            <Button onClick={leave}>{say(["取消", "Cancel"])}</Button>
            <Button type="primary" loading={busy} disabled={!dirty} onClick={() => void save()}>
              {say(["保存", "Save"])} <kbd>{comboText("Mod+S")}</kbd>
            </Button>
          </>
        }
      />
      {value ? (
        <Notice tone="error" alert>
          {value}
        </Notice>
      ) : null}
      <Columns of="minmax(0, 420px)" gap="l">
        <Avatar own={own} fileId={(values["avatarFileId"] as string | null) ?? null} change={(id) => patch({ avatarFileId: id })} />
        {(["displayName", "displayNameEn", "userLanguage"] as const).map((key) => (
          <One key={key} id={`own-${key}`} field={user.fields[key]} fieldKey={key} row={values} message={errors.get(key)} patch={patch} />
        ))}
        <Labelled label={say(user.fields.timeZone.label)} error={errors.get("timeZone")}>
          <Select
            id="own-zone"
            className="pg-fill"
            showSearch
            value={values["timeZone"] as string}
            options={zoneOptions(say, own.orgZone)}
            onChange={(next: string) => patch({ timeZone: next })}
          />
        </Labelled>
        <DefaultResponsibility
          own={own}
          value={(values["defaultRespId"] as string | null) ?? null}
          change={(next) => patch({ defaultRespId: next })}
        />
      </Columns>
    </>
  );
}

function One({
  id,
  field,
  fieldKey,
  row,
  message,
  patch,
}: {
  readonly id: string;
  readonly field: Field;
  readonly fieldKey: string;
  readonly row: Row;
  readonly message: string | undefined;
  patch(patch: Row): void;
}) {
  const say = useText();
  return (
    <Labelled label={say(field.label)} error={message} required={!field.optional}>
      <FieldInput
        id={id}
        field={field}
        fieldKey={fieldKey}
        row={row}
        required={!field.optional}
        status={message ? "error" : ""}
        patch={patch}
      />
    </Labelled>
  );
}

function DefaultResponsibility({
  own,
  value,
  change,
}: {
  readonly own: Own;
  readonly value: string | null;
  change(value: string | null): void;
}) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  return (
    <Labelled label={say(user.fields.defaultRespId.label)}>
      <Select
        id="own-responsibility"
        className="pg-fill"
        allowClear
        value={value}
        placeholder={say(["上次使用的", "The last one used"])}
        options={own.responsibilities.map((responsibility) => ({
          value: responsibility.responsibilityId,
          label: language === "EN" ? responsibility.respNameEn : responsibility.respName,
        }))}
        onChange={(next: string | undefined) => change(next ?? null)}
      />
    </Labelled>
  );
}

/** The own picture: chosen, cut to a square, and kept when the page is saved. */
function Avatar({ own, fileId, change }: { readonly own: Own; readonly fileId: string | null; change(id: string | null): void }) {
  const say = useText();
  const box = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const close = useCallback(() => setFile(null), []);
  const take = async (picture: File): Promise<void> => {
    setFile(null);
    setBusy(true);
    try {
      const saved = await sendPicture(picture, {});
      change(saved.id);
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Inline gap="m">
      <Face name={say(inBoth(own.displayName, own.displayNameEn))} fileId={fileId} size="large" />
      <div>
        <Button icon={<Camera size={14} />} loading={busy} onClick={() => box.current?.click()}>
          {say(["更换头像", "Change picture"])}
        </Button>
        {fileId ? (
          <Button type="text" onClick={() => change(null)}>
            {say(["移除", "Remove"])}
          </Button>
        ) : null}
        <p className="pg-hint">{say(["JPG 或 PNG，裁成正方形。", "JPG or PNG, cropped to a square."])}</p>
      </div>
      <input
        ref={box}
        type="file"
        accept=".jpg,.jpeg,.png,image/jpeg,image/png"
        hidden
        aria-label={say(["选择头像文件", "Choose a picture"])}
        onChange={(event) => (setFile(event.target.files?.[0] ?? null), (event.target.value = ""))}
      />
      {file ? <ImageCropper file={file} onDone={(picture) => void take(picture)} onClose={close} /> : null}
    </Inline>
  );
}
