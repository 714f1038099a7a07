import { create } from "zustand";
import type { Row } from "../../page-document.ts";
import type { RecordFits } from "./field/fits.ts";
import { RecordPicker } from "./field/RecordPicker.tsx";
import type { PickedRecord } from "./records.ts";
import { useShown } from "./shown.ts";

interface Wanted {
  readonly target: string;
  readonly where?: Row | undefined;
  readonly fits?: RecordFits;
  readonly many?: boolean;
  readonly chosen: readonly PickedRecord[];
}

interface Store {
  readonly wanted: (Wanted & { answer(records: readonly PickedRecord[] | null): void }) | null;
}

const useStore = create<Store>(() => ({ wanted: null }));

/** Opens the record window from anywhere and answers the chosen records; null when it was closed. */
export function pickRecords(wanted: Wanted): Promise<readonly PickedRecord[] | null> {
  return new Promise((resolve) => {
    useStore.getState().wanted?.answer(null);
    const answer = (records: readonly PickedRecord[] | null): void => {
      useStore.setState({ wanted: null });
      resolve(records);
    };
    useStore.setState({ wanted: { ...wanted, answer } });
  });
}

export const pickRecord = async (wanted: Omit<Wanted, "many">): Promise<PickedRecord | null> => (await pickRecords(wanted))?.[0] ?? null;

/** The place where the record window appears; every page that edits has one. */
export function RecordWindow() {
  const wanted = useStore((state) => state.wanted);
  const shown = useShown();
  return wanted === null || !shown ? null : (
    <RecordPicker
      key={wanted.target}
      target={wanted.target}
      where={wanted.where}
      fits={wanted.fits}
      many={wanted.many ?? false}
      chosen={wanted.chosen}
      done={wanted.answer}
    />
  );
}
