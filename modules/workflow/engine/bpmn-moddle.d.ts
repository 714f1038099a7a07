declare module "bpmn-moddle" {
  /** An element of a diagram: its type, its id and whatever its type has besides. */
  export interface Element {
    readonly $type: string;
    readonly id?: string;
    readonly $attrs: Readonly<Record<string, string>>;
    readonly [key: string]: unknown;
  }
  export class BpmnModdle {
    fromXML(xml: string): Promise<{ rootElement: Element; warnings: readonly { message: string }[] }>;
    toXML(element: Element, options?: { format?: boolean }): Promise<{ xml: string }>;
    create(type: string, attributes?: Readonly<Record<string, unknown>>): Element;
  }
}
