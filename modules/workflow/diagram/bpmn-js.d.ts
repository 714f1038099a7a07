/** What we use of the drawing library; its own types do not resolve under our module settings. */
declare module "bpmn-js/lib/NavigatedViewer" {
  export interface Business {
    readonly $type: string;
    readonly $parent?: Business;
    readonly id: string;
    get(key: string): unknown;
    set(key: string, value: unknown): void;
  }
  export interface Shape {
    readonly id: string;
    readonly type: string;
    readonly businessObject: Business;
    readonly parent?: Shape;
    readonly labelTarget?: Shape;
    readonly waypoints?: readonly unknown[];
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }
  export interface Canvas {
    zoom(level?: number | "fit-viewport", center?: "auto" | { x: number; y: number }): number;
    resized(): void;
    addMarker(id: string, marker: string): void;
    removeMarker(id: string, marker: string): void;
    scrollToElement(id: string): void;
    getRootElement(): Shape;
    viewbox(): {
      readonly inner: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
      readonly outer: { readonly width: number; readonly height: number };
    };
    viewbox(box: { x: number; y: number; width: number; height: number }): void;
  }
  export interface Registry {
    get(id: string): Shape | undefined;
    getAll(): readonly Shape[];
  }
  export interface Selection {
    select(shape: Shape | null): void;
    get(): readonly Shape[];
  }
  export interface Overlays {
    add(id: string, kind: string, overlay: { position: Readonly<Record<string, number>>; html: HTMLElement }): string;
    remove(filter: { type: string }): void;
  }
  export interface EventBus {
    on(events: string | readonly string[], hear: (event: { readonly element?: Shape }) => unknown): void;
    on(events: string | readonly string[], priority: number, hear: (event: { readonly element?: Shape }) => unknown): void;
  }
  export interface Modeling {
    updateProperties(shape: Shape, properties: Readonly<Record<string, unknown>>): void;
    updateModdleProperties(shape: Shape, business: Business, properties: Readonly<Record<string, unknown>>): void;
    removeElements(shapes: readonly Shape[]): void;
  }
  export interface CommandStack {
    canUndo(): boolean;
    canRedo(): boolean;
    undo(): void;
    redo(): void;
  }
  export interface Moddle {
    create(type: string, properties?: Readonly<Record<string, unknown>>): Business;
  }
  export interface ElementFactory {
    createShape(wanted: Readonly<Record<string, unknown>>): Shape;
  }
  export interface Create {
    start(event: Event, shapes: Shape | readonly Shape[], context?: Readonly<Record<string, unknown>>): void;
  }
  export interface AutoPlace {
    append(source: Shape, shape: Shape): Shape;
  }
  export interface Connect {
    start(event: Event, source: Shape): void;
  }
  export interface Replace {
    replaceElement(shape: Shape, target: Readonly<Record<string, unknown>>): Shape;
  }
  export interface Tool {
    activateHand(event: Event): void;
    activateSelection(event: Event): void;
    start(event: Event): void;
  }
  interface Parts {
    canvas: Canvas;
    elementRegistry: Registry;
    selection: Selection;
    overlays: Overlays;
    eventBus: EventBus;
    modeling: Modeling;
    commandStack: CommandStack;
    moddle: Moddle;
    bpmnReplace: Replace;
    elementFactory: ElementFactory;
    autoPlace: AutoPlace;
  }
  export interface Options {
    readonly moddleExtensions?: Readonly<Record<string, unknown>>;
    readonly additionalModules?: readonly unknown[];
    readonly textRenderer?: Readonly<Record<string, unknown>>;
    readonly bpmnRenderer?: Readonly<Record<string, unknown>>;
  }
  export default class NavigatedViewer {
    constructor(options?: Options);
    importXML(xml: string): Promise<{ warnings: readonly unknown[] }>;
    importDefinitions(definitions: Business): Promise<unknown>;
    saveXML(options: { format: boolean }): Promise<{ xml: string }>;
    getDefinitions(): Business;
    get<K extends keyof Parts>(name: K): Parts[K];
    attachTo(place: HTMLElement): void;
    detach(): void;
    destroy(): void;
  }
}

declare module "bpmn-js/lib/Modeler" {
  import NavigatedViewer from "bpmn-js/lib/NavigatedViewer";
  export default class Modeler extends NavigatedViewer {}
}
