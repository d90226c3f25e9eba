import '../../src/ui/styles/base.css';
