for(;;);
export default {}
