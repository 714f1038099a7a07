import type { ReactNode } from "react";

interface Props {
  readonly title: ReactNode;
  /** After the title: the code it is known by. */
  readonly code?: ReactNode;
  readonly state?: ReactNode;
  /** Short facts below the title. */
  readonly facts?: ReactNode;
  readonly buttons?: ReactNode;
  /** `fill` where one of its parts takes the height that is left, `scroll` where it scrolls itself. */
  readonly height?: "fill" | "scroll";
  readonly label?: string;
  /** `h1` where it is the whole page. */
  readonly heading?: "h1" | "h2";
  readonly children?: ReactNode;
}

/** What was chosen in the tree or list beside it: its name, its facts in a line, what can be done with it, and its parts. */
export function Detail({ title, code, state, facts, buttons, height, label, heading: Heading = "h2", children }: Props) {
  return (
    <article className="bk-detail" aria-label={label} data-document data-height={height}>
      <header>
        <div>
          <Heading>
            {title} {code ? <span className="pg-code">{code}</span> : null} {state}
          </Heading>
          {facts ? <p className="pg-truth">{facts}</p> : null}
        </div>
        {buttons ? <div>{buttons}</div> : null}
      </header>
      {children}
    </article>
  );
}
