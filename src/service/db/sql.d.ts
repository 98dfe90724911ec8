// A file of SQL is imported as its text.

declare module '*.sql' {
  const text: string;
  export default text;
}
