import type { Action, Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Seen } from "#kernel/seen.ts";
import { CallError, type FieldMessage } from "#kernel/web/call.ts";
import { toast } from "#kernel/web/message.ts";
import { InputDialog } from "#kernel/web/page/action/InputDialog.tsx";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useState, type ReactNode } from "react";

interface Asked {
  readonly name: string;
  readonly fixed: Row;
  readonly subject: string;
}

export interface Asking {
  /** Asks for what the action needs besides what is fixed, and does it. */
  ask(name: string, fixed: Row, subject: string): void;
  readonly dialog: ReactNode;
}

/** An action about a part of a document: which part is known from the place of the press, the rest is asked for. */
export function useAsk<E extends Entity>(entity: E, row: Seen<E> | null, done: (document: Seen<E>) => void): Asking {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly FieldMessage[]>([]);
  const end = (): void => (setAsked(null), setErrors([]));
  const send = async ({ name, fixed }: Asked, input: Row): Promise<void> => {
    setBusy(true);
    try {
      const { id, versionNum } = (row ?? {}) as Row;
      const { document } = await entityCall.act<Entity, string>(entity, name, { id, versionNum, ...fixed, ...input });
      tellChanged({ entity: entity.name, id: String(id), document });
      end();
      done(document as Seen<E>);
    } catch (error) {
      if (error instanceof CallError && error.fieldErrors.length > 0) setErrors(error.fieldErrors);
      else toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  const verb = asked ? (entity.actions as Readonly<Record<string, Action>>)[asked.name]! : null;
  return {
    ask: (name, fixed, subject) => setAsked({ name, fixed, subject }),
    dialog:
      asked && verb ? (
        <InputDialog
          action={{ ...verb, input: Object.fromEntries(Object.entries(verb.input ?? {}).filter(([key]) => !(key in asked.fixed))) }}
          subject={asked.subject}
          busy={busy}
          errors={errors}
          cancel={end}
          send={(input) => void send(asked, input)}
        />
      ) : null,
  };
}
