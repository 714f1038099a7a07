import { fieldOf, type Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Cell } from "#kernel/page.ts";
import { Inline } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { FormGrid } from "#kernel/web/page/FormGrid.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Button } from "antd";
import { useState } from "react";

interface Props {
  readonly entity: Entity;
  readonly row: Row;
  readonly keys: readonly string[];
}

/** A few fields of a record, changed and saved in place. */
export function RecordForm({ entity, row, keys }: Props) {
  const say = useText();
  const viewer = useViewer();
  const [patch, setPatch] = useState<Row>({});
  const [busy, setBusy] = useState(false);
  const cells = keys.map((key): Cell => ({ key, field: fieldOf(entity, key)!, span: fieldOf(entity, key)!.english ? 2 : 1 }));
  const editable = viewer.may("btnSave");
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const sent = Object.fromEntries(Object.entries(patch).filter(([key]) => key in entity.fields));
      const { document } = await entityCall.save(entity, { id: row.id, versionNum: row.versionNum, ...sent });
      tellChanged({ entity: entity.name, id: String(row.id), document });
      setPatch({});
      toast.success(["已保存", "Saved"]);
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section>
      <FormGrid
        cells={cells}
        row={{ ...row, ...patch }}
        asText={() => !editable}
        changed={(key) => key in patch}
        patch={(more) => setPatch((now) => ({ ...now, ...more }))}
      />
      {Object.keys(patch).length ? (
        <Inline as="p">
          <Button size="small" type="primary" loading={busy} onClick={() => void save()}>
            {say(["保存", "Save"])}
          </Button>
          <Button size="small" onClick={() => setPatch({})}>
            {say(["放弃", "Discard"])}
          </Button>
        </Inline>
      ) : null}
    </section>
  );
}
