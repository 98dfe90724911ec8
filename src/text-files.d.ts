// SQL and scripts of shells are imported as their text.

declare module '*.sql' {
  const text: string;
  export default text;
}

declare module '*.bash' {
  const text: string;
  export default text;
}

declare module '*.zsh' {
  const text: string;
  export default text;
}

declare module '*.fish' {
  const text: string;
  export default text;
}

declare module '*.ps1' {
  const text: string;
  export default text;
}
