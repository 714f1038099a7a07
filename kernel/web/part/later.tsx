import { lazy, Suspense, type ComponentType, type ReactNode } from "react";
import { loadChunk } from "../pages.ts";

/** A part that is fetched when it is first shown, so that a page need not carry what most visits never open. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: (props: Props) => ReactNode = () => null,
): ComponentType<Props> {
  const Part = lazy(() => loadChunk(async () => ({ default: await load() }))) as unknown as ComponentType<Props>;
  return function Later(props: Props) {
    return (
      <Suspense fallback={meanwhile(props)}>
        <Part {...props} />
      </Suspense>
    );
  };
}
